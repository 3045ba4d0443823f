"""Writing an ONNX graph with 8-bit weights that every machine multiplies alike.

Needs onnx and onnxruntime, which playing and testing do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic

SHIFT = 128


def write_int8(whole: Path, path: Path) -> None:
    """Turn the weights of the graph in `whole` into 8-bit integers, a scale for each column, and write it to `path`.

    The integers are stored unsigned, shifted by 128, which the zero points take back. onnxruntime adds signed products
    in 16 bits on processors with AVX2 but no VNNI and lets them overflow in silence; unsigned ones are added exactly
    everywhere, and as fast.
    """
    quantize_dynamic(whole, path, weight_type=QuantType.QInt8, per_channel=True)
    model = onnx.load(path)
    for held in model.graph.initializer:
        if held.data_type == onnx.TensorProto.INT8:
            shifted = onnx.numpy_helper.to_array(held).astype(np.int16) + SHIFT
            held.CopyFrom(onnx.numpy_helper.from_array(shifted.astype(np.uint8), held.name))
    del model.graph.value_info[:]  # they tell of signed ones
    onnx.save(model, path)


def as_numbers(held: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    """The weight of which `name` holds the 8-bit integers, as floating-point numbers; `held` are the graph's
    initializers by name."""
    stem = name.removesuffix("_quantized")
    whole = held[name].astype(np.float32) - held[f"{stem}_zero_point"].astype(np.float32)
    return whole * held[f"{stem}_scale"]
