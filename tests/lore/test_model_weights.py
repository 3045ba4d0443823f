"""The weights of the models that come with the package are stored so that every processor multiplies them alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lore.embedding import MODEL_FOLDER
from lore.reader import READER_FOLDER

GRAPH, INITIALIZER, DATA_TYPE = 7, 5, 2
"""Numbers of the fields `ModelProto.graph`, `GraphProto.initializer` and `TensorProto.data_type` of onnx.proto."""
UINT8, INT8 = 2, 3


def fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a protobuf message: number and value."""
    place = 0

    def varint() -> int:
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    while place < len(data):
        number, kind = divmod(varint(), 8)
        if kind == 0:
            yield number, varint()
            continue
        size = {1: 8, 5: 4}.get(kind) or varint()
        yield number, data[place : place + size]
        place += size


def inside(data: memoryview, field: int) -> Iterator[memoryview]:
    """The messages that a field of a message holds."""
    return (value for number, value in fields(data) if number == field and isinstance(value, memoryview))


@pytest.mark.parametrize("folder", [MODEL_FOLDER, READER_FOLDER], ids=lambda folder: folder.name)
def test_8_bit_weights_are_unsigned(folder: Path) -> None:
    model = memoryview((folder / "model.onnx").read_bytes())
    held = [
        value
        for graph in inside(model, GRAPH)
        for tensor in inside(graph, INITIALIZER)
        for number, value in fields(tensor)
        if number == DATA_TYPE
    ]
    assert held.count(UINT8) > 30, "the weights are not 8-bit integers"
    assert INT8 not in held, "signed weights overflow in silence on processors with AVX2 but no VNNI: write_int8"
