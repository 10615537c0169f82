"""Zip tricks: the file is refused, nothing is unpacked, and no more is read than a part may have."""

from __future__ import annotations

import io
import json
import tracemalloc
import warnings
import zipfile
from functools import cache

import pytest

from swishsolve.proof.certificate import (
    CertificateError,
    certificate_from_bytes,
    certificate_to_bytes,
)
from swishsolve.prove import prove_maximum
from tests.proof.layouts import read
from tests.proof.rewriting import put_together, take_apart


@cache
def good() -> bytes:
    data = prove_maximum(read("dev-09-classic12.txt")).data
    assert data
    return data


def rejected(data: bytes) -> str:
    with pytest.raises(CertificateError) as caught:
        certificate_from_bytes(data)
    return str(caught.value)


def with_entry(name: str, content: bytes, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w") as archive:
        warnings.simplefilter("ignore")  # a name twice
        for part, text in take_apart(good()).items():
            if part != "witness.txt":
                archive.writestr(part, text)
        archive.writestr(zipfile.ZipInfo(name), content, method)
    return buffer.getvalue()


def test_a_certificate_survives_being_read_and_written() -> None:
    certificate = certificate_from_bytes(good())
    assert certificate_to_bytes(certificate) == good()
    assert certificate_from_bytes(put_together(take_apart(good()), zipfile.ZIP_DEFLATED)) == certificate


@pytest.mark.parametrize(
    "name",
    [
        "../layout.txt",
        "/etc/passwd",
        "..\\witness.txt",
        "C:witness.txt",
        "a/witness.txt",
        "WITNESS.TXT",
        "x" * 9999,
        "é",
    ],
)
def test_a_name_that_is_no_part_is_refused(name: str) -> None:
    assert "no part of a certificate" in rejected(with_entry(name, b"A1+A2"))


def test_a_part_twice_is_refused() -> None:
    assert "twice" in rejected(with_entry("layout.txt", b"x"))


@pytest.mark.parametrize(
    ("name", "size", "reason"),
    [
        ("certificate.json", 200_000, "larger than 10,000 bytes"),
        ("layout.txt", 60_000_000, "larger than 4,000,000 bytes"),
        ("witness.txt", 2_000_000, "larger than 100,000 bytes"),
        ("proof.lrat", 60_000_000, "packed more than 100 to 1"),
    ],
)
def test_a_bomb_is_refused_before_it_is_unpacked(name: str, size: int, reason: str) -> None:
    data = put_together(take_apart(good()) | {name: "0" * size})
    assert len(data) < 100_000
    tracemalloc.start()
    try:
        assert reason in rejected(data)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_a_bomb_that_lies_about_its_size_is_refused() -> None:
    parts = take_apart(good())
    data = bytearray(put_together(parts | {"layout.txt": "#" * 50_000_000}))
    for mark, size_at, name_at in ((b"PK\x03\x04", 22, 30), (b"PK\x01\x02", 24, 46)):
        start = 0
        while (start := data.find(mark, start)) >= 0:
            if data[start + name_at :].startswith(b"layout.txt"):
                data[start + size_at : start + size_at + 4] = (1000).to_bytes(4, "little")
            start += 4
    tracemalloc.start()
    try:
        assert rejected(bytes(data))
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_entries_that_share_bytes_are_refused() -> None:
    """Overlapping entries make a small file unpack to many large parts."""
    data = bytearray(good())
    first = data.find(b"PK\x01\x02")
    second = data.find(b"PK\x01\x02", first + 4)
    data[second + 42 : second + 46] = data[first + 42 : first + 46]
    assert rejected(bytes(data))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_another_method_is_refused(method: int) -> None:
    assert "another way than deflate" in rejected(put_together(take_apart(good()), method))


def test_an_encrypted_part_is_refused() -> None:
    data = bytearray(good())
    data[6] |= 1
    data[data.find(b"PK\x01\x02") + 8] |= 1
    assert "encrypted" in rejected(bytes(data))


def test_bytes_around_the_zip_are_refused() -> None:
    assert "does not start" in rejected(b"#!/bin/sh\n" + good())
    assert rejected(good() + b"more")
    assert rejected(good() + good())
    commented = bytearray(good() + b"hello")
    commented[-7:-5] = (5).to_bytes(2, "little")
    assert "more than the parts" in rejected(bytes(commented))


@pytest.mark.parametrize("cut", range(0, 900, 37))
def test_a_truncated_file_is_refused(cut: int) -> None:
    assert rejected(good()[: len(good()) - 1 - cut])


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"PK\x05\x06" + b"\0" * 18, b"A1: b2/3/1P1/3\n", b"\x89PNG\r\n"])
def test_another_file_is_refused(data: bytes) -> None:
    assert rejected(data)


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"format": "swishsolve/layout"},
        {"claim": {"kind": "none", "size": 1}},
        {"claim": {"kind": "some", "size": 3}},
        {"claim": {"kind": "maximum", "size": 1}},
        {"claim": {"kind": "maximum", "size": 9.0}},
        {"claim": {"kind": "maximum", "size": True}},
        {"claim": {"kind": "none", "size": 10**30}},
        {"claim": {"kind": ["none"], "size": 2}},
        {"claim": []},
        {"encoding": -1},
        {"formula": {"least": 2, "variables": 1, "clauses": 1, "sha256": ""}},
    ],
    ids=str,
)
def test_a_wrong_description_is_refused(change: dict[str, object]) -> None:
    parts = take_apart(good())
    about = json.dumps(json.loads(parts["certificate.json"]) | change)
    assert rejected(put_together(parts | {"certificate.json": about}))


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 9000, "nan", '"x"', "1" * 5000])
def test_a_description_that_is_none_is_refused(text: str) -> None:
    assert rejected(put_together(take_apart(good()) | {"certificate.json": text}))
