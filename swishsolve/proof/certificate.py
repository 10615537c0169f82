"""The certificate file: a zip of readable parts, read without trust and written the same on every run.

::

    certificate.json   what is claimed, by which encoding, and the size and fingerprint of the formula
    layout.txt         the layout, as text
    proof.lrat         the refutation, a line for each clause
    witness.txt        a stack, for "the maximum is M" where M is not 0

Parts are written as they are: how far deflate packs differs between its implementations, and the same claim is to give
the same bytes everywhere. Packed parts are read all the same. Nothing is ever unpacked to disk. A name that is not one
of these, a part twice, more bytes than a part may have or than packing can honestly save (whatever the zip says of its
size), encryption, another method than deflate, bytes before or after the zip and a wrong checksum are refused.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from dataclasses import dataclass
from typing import Any, Literal

from swishsolve.errors import InputError, SwishError
from swishsolve.model.claim import format_stack, parse_claim
from swishsolve.model.layout import Layout
from swishsolve.model.layout_text import format_layout_text, parse_layout_text
from swishsolve.model.swish import Stack

FORMAT, VERSION = "swishsolve/certificate", 1
MAX_BYTES = {
    "certificate.json": 10_000,
    "layout.txt": 4_000_000,
    "proof.lrat": 512_000_000,
    "witness.txt": 100_000,
}
MAX_FILE_BYTES = 256_000_000
_MOST_TO_ONE = 100  # text of proofs packs about 1 to 10; what packs better than this is a bomb
_REQUIRED = ("certificate.json", "layout.txt", "proof.lrat")
_MOST_CARDS = 1_000_000

ClaimKind = Literal["none", "maximum"]


class CertificateError(SwishError):
    """Why a file is no certificate, or not a valid one."""


@dataclass(frozen=True)
class Certificate:
    """A claim about a layout with its proof.

    Kind "none": no Swish of at least `size` cards. Kind "maximum": a Swish of `size` cards and none larger; `witness`
    is such a stack, or None where `size` is 0. `proof` is LRAT text that refutes the formula of `least` cards, which
    has that `fingerprint`.
    """

    layout: Layout
    kind: ClaimKind
    size: int
    encoding: int
    variables: int
    clauses: int
    fingerprint: str
    proof: str
    witness: Stack | None = None

    @property
    def least(self) -> int:
        """The proof shows that there is no Swish of at least so many cards."""
        return self.size if self.kind == "none" else max(self.size + 1, 2)

    @property
    def words(self) -> str:
        """The claim in words."""
        if self.kind == "none" or not self.size:
            return "no Swish exists" if self.least == 2 else f"no Swish of at least {self.least} cards exists"
        return f"the largest Swish has {self.size} cards"


def certificate_to_bytes(certificate: Certificate) -> bytes:
    """The file; the same certificate gives the same bytes."""
    about = {
        "format": FORMAT,
        "version": VERSION,
        "claim": {"kind": certificate.kind, "size": certificate.size},
        "encoding": certificate.encoding,
        "formula": {
            "least": certificate.least,
            "variables": certificate.variables,
            "clauses": certificate.clauses,
            "sha256": certificate.fingerprint,
        },
    }
    parts = {
        "certificate.json": json.dumps(about, indent=1) + "\n",
        "layout.txt": format_layout_text(certificate.layout),
        "proof.lrat": certificate.proof,
    }
    if certificate.witness:
        parts["witness.txt"] = format_stack(certificate.layout, certificate.witness) + "\n"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in parts.items():
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text.encode("utf-8"), zipfile.ZIP_STORED)
    return buffer.getvalue()


def certificate_from_bytes(data: bytes) -> Certificate:
    """The certificate that a file holds; raises CertificateError with the reason when it holds none.

    The proof is not checked here, nor is the witness laid.
    """
    parts = _read_parts(data)
    about = _read_about(parts["certificate.json"])
    try:
        layout = parse_layout_text(parts["layout.txt"], "layout.txt")
        witness = None
        if "witness.txt" in parts:
            claim = parse_claim(parts["witness.txt"].strip(), layout)
            if claim.any_moves:
                raise CertificateError('witness.txt: found "?", expected a move for each card')
            witness = claim.stack
    except InputError as error:
        raise CertificateError(str(error.faults[0])) from None
    certificate = Certificate(layout, **about, proof=parts["proof.lrat"], witness=witness)
    if (certificate.kind == "maximum" and certificate.size > 0) != (witness is not None):
        found = "a" if witness else "no"
        raise CertificateError(f"found {found} witness.txt in a certificate that {certificate.words}")
    return certificate


def _read_parts(data: bytes) -> dict[str, str]:
    if not data.startswith(b"PK\x03\x04"):
        raise CertificateError("the file is no certificate: it does not start as a zip does")
    if len(data) > MAX_FILE_BYTES:
        raise CertificateError(f"the file is larger than {MAX_FILE_BYTES:,} bytes")
    parts: dict[str, str] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if archive.comment or len(entries) > len(MAX_BYTES) or not _is_whole(data, entries):
                raise CertificateError("the zip holds more than the parts of a certificate")
            for entry in entries:
                parts[entry.filename] = _read_part(archive, entry, parts)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        raise CertificateError(f"the zip is damaged: {str(error) or 'it ends too early'}") from None
    if missing := [name for name in _REQUIRED if name not in parts]:
        raise CertificateError(f"the zip has no {missing[0]}")
    return parts


def _read_part(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, parts: dict[str, str]) -> str:
    name = entry.filename
    if name not in MAX_BYTES or entry.orig_filename != name:
        raise CertificateError(f"the zip holds {json.dumps(name[:60])}, which is no part of a certificate")
    if name in parts:
        raise CertificateError(f"the zip holds {name} twice")
    if entry.flag_bits & 1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise CertificateError(f"{name} is encrypted or packed in another way than deflate")
    limit = MAX_BYTES[name]
    if entry.file_size > limit:
        raise CertificateError(f"{name} is larger than {limit:,} bytes")
    if entry.file_size > _MOST_TO_ONE * entry.compress_size + 10_000:
        raise CertificateError(f"{name} is packed more than {_MOST_TO_ONE} to 1, as no part of a certificate is")
    with archive.open(entry) as file:
        content = file.read(limit + 1)
    if len(content) > limit or len(content) != entry.file_size:
        raise CertificateError(f"{name} is not as large as the zip says")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CertificateError(f"{name} is no UTF-8 text: byte {error.start} is wrong") from None


def _is_whole(data: bytes, entries: list[zipfile.ZipInfo]) -> bool:
    """Whether the file is these entries one after the other, the directory and its end, and nothing else."""
    position = 0
    for entry in entries:
        header = data[position : position + 30]
        if entry.header_offset != position or len(header) < 30 or entry.extra or entry.comment:
            return False
        name_and_extra = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        if name_and_extra != len(entry.orig_filename.encode("utf-8")):
            return False
        position += 30 + name_and_extra + entry.compress_size
    directory = sum(46 + len(entry.orig_filename.encode("utf-8")) for entry in entries)
    return len(data) == position + directory + 22


def _read_about(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
        claim, formula = value["claim"], value["formula"]
        about = {
            "kind": claim["kind"],
            "size": claim["size"],
            "encoding": value["encoding"],
            "variables": formula["variables"],
            "clauses": formula["clauses"],
            "fingerprint": formula["sha256"],
        }
        marks = value["format"], value["version"]
        least = formula["least"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CertificateError("certificate.json does not say what is claimed") from None
    if marks != (FORMAT, VERSION):
        raise CertificateError(f"certificate.json: expected format {FORMAT}, version {VERSION}")
    numbers = [about[key] for key in ("size", "encoding", "variables", "clauses")] + [least]
    if any(type(number) is not int or number < 0 for number in numbers):
        raise CertificateError("certificate.json: expected whole numbers")
    kind, size = about["kind"], about["size"]
    smallest = 2 if kind == "none" else 0
    if kind not in ("none", "maximum") or not smallest <= size <= _MOST_CARDS or (kind == "maximum" and size == 1):
        raise CertificateError(f"certificate.json: found the claim {json.dumps(claim)[:80]}, which is none of ours")
    if least != (size if kind == "none" else max(size + 1, 2)):
        raise CertificateError(f"certificate.json: a formula of at least {least} cards does not belong to the claim")
    return about
