"""all-MiniLM-L6-v2 as it is trained: read from its published weights or from a graph that was written, run with
PyTorch, written as an int8 ONNX graph.

Needs torch, safetensors, onnx and onnxruntime, which playing and testing do not.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
import onnx
import torch
import torch.nn.functional as torch_f
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from benchmarks.int8_graph import as_numbers, write_int8

LAYERS, HEADS, WIDTH = 6, 12, 384
VOCABULARY, PLACES, WIDE = 30_522, 512, 1_536
EPSILON = 1e-12
WORDS = "embeddings.word_embeddings.weight"
POSITIONS = "embeddings.position_embeddings.weight"
TYPES = "embeddings.token_type_embeddings.weight"
LEFT_ALONE = (WORDS, POSITIONS, TYPES)
BATCH = 128


class Encoder:
    """The model's weights, by their published names, and the vectors that they give.

    Word vectors are left as published: a user's own books hold words that no known question has.
    """

    def __init__(self, weights: Mapping[str, np.ndarray], tokenizer: Path, longest: int) -> None:
        """`weights` by their published names, of the types only the one that is used; texts are cut after `longest`
        tokens."""
        self.weights = {name: torch.tensor(value) for name, value in weights.items()}
        self.tokenizer = Tokenizer.from_file(str(tokenizer))
        self.tokenizer.enable_truncation(longest)
        self.tokenizer.no_padding()

    @classmethod
    def published(cls, folder: Path, longest: int) -> Self:
        """The model as published: `folder` holds `model.safetensors` and `tokenizer.json`."""
        found = {name.removeprefix("bert."): value for name, value in load_file(folder / "model.safetensors").items()}
        weights = {name: found[name][0] if name == TYPES else found[name] for name in _blank()}
        return cls(weights, folder / "tokenizer.json", longest)

    @classmethod
    def written(cls, path: Path, longest: int) -> Self:
        """The model of a graph that `write` wrote, with `tokenizer.json` beside it: its 8-bit weights as floating-point
        numbers again, which `write` turns into the same file. Raises `ValueError` if it is no graph of such a model."""
        like = _Graph(_blank())
        like.built()
        held = {one.name: onnx.numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}
        weights = {}
        for constant, (name, turned) in like.named.items():
            kept = f"{constant}_quantized" in held
            if not kept and constant not in held:
                raise ValueError(f"{path} has no weight for {name}: it is no graph of this model")
            value = as_numbers(held, f"{constant}_quantized") if kept else held[constant]
            weights[name] = np.ascontiguousarray(value.T if turned else value)
            if weights[name].shape != like.weights[name].shape:
                raise ValueError(f"{path} has {name} as {weights[name].shape}, not as {like.weights[name].shape}")
        return cls(weights, path.with_name("tokenizer.json"), longest)

    def trained(self) -> list[torch.Tensor]:
        """The weights that training moves, marked so."""
        moved = [weight for name, weight in self.weights.items() if not name.startswith(LEFT_ALONE)]
        return [weight.requires_grad_() for weight in moved]

    def vectors(self, texts: Sequence[str]) -> torch.Tensor:
        """The vectors of texts, len(texts) x 384, of length 1."""
        read = [self.tokenizer.encode(text).ids for text in texts]
        most = max(map(len, read))
        ids = torch.zeros(len(read), most, dtype=torch.long)
        mask = torch.zeros(len(read), most)
        for row, tokens in enumerate(read):
            ids[row, : len(tokens)] = torch.tensor(tokens)
            mask[row, : len(tokens)] = 1
        with torch.autocast("cpu", dtype=torch.bfloat16):
            states = self._states(ids, mask)
        kept = mask.unsqueeze(-1)
        mean = (states.float() * kept).sum(1) / kept.sum(1)
        return torch_f.normalize(mean, dim=-1)

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """As `vectors`, for many texts, and nothing is learned from them: float32."""
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        out = np.zeros((len(texts), WIDTH), np.float32)
        with torch.no_grad():
            for start in range(0, len(order), BATCH):
                part = order[start : start + BATCH]
                out[part] = self.vectors([texts[place] for place in part]).numpy()
        return out

    def _states(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        count, length = ids.shape
        w = self.weights
        state = w[WORDS][ids] + w[POSITIONS][:length]
        state = self._normed(state + w[TYPES], "embeddings.LayerNorm")
        unseen = (1 - mask)[:, None, None, :] * -1e9

        def heads(name: str, layer: str) -> torch.Tensor:
            done = self._linear(state, f"{layer}attention.self.{name}")
            return done.view(count, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        for number in range(LAYERS):
            layer = f"encoder.layer.{number}."
            query, key, value = (heads(name, layer) for name in ("query", "key", "value"))
            seen = torch_f.scaled_dot_product_attention(query, key, value, attn_mask=unseen.to(query.dtype))
            seen = seen.transpose(1, 2).reshape(count, length, WIDTH)
            state = self._normed(
                self._linear(seen, layer + "attention.output.dense") + state, layer + "attention.output.LayerNorm"
            )
            wide = torch_f.gelu(self._linear(state, layer + "intermediate.dense"))
            state = self._normed(self._linear(wide, layer + "output.dense") + state, layer + "output.LayerNorm")
        return state

    def _linear(self, state: torch.Tensor, name: str) -> torch.Tensor:
        return torch_f.linear(state, self.weights[name + ".weight"], self.weights[name + ".bias"])

    def _normed(self, state: torch.Tensor, name: str) -> torch.Tensor:
        weight, bias = self.weights[name + ".weight"], self.weights[name + ".bias"]
        return torch_f.layer_norm(state.float(), (WIDTH,), weight, bias, EPSILON)

    def write(self, path: Path) -> None:
        """Write it as an ONNX graph whose weights are 8-bit integers, with the inputs and output that
        `lore.embedding.MiniLM` names."""
        graph = _Graph({name: weight.detach().numpy() for name, weight in self.weights.items()}).built()
        with tempfile.TemporaryDirectory() as scratch:
            whole = Path(scratch) / "model.onnx"
            onnx.save(graph, whole)
            write_int8(whole, path)


def _blank() -> dict[str, np.ndarray]:
    """Every weight that the model has, of its shape, all 0."""
    norms = ["embeddings.LayerNorm"]
    shapes = {WORDS: (VOCABULARY, WIDTH), POSITIONS: (PLACES, WIDTH), TYPES: (WIDTH,)}
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}."
        norms += [layer + "attention.output.LayerNorm", layer + "output.LayerNorm"]
        square = [f"{layer}attention.{name}" for name in ("self.query", "self.key", "self.value", "output.dense")]
        linear = dict.fromkeys(square, (WIDTH, WIDTH))
        linear |= {layer + "intermediate.dense": (WIDE, WIDTH), layer + "output.dense": (WIDTH, WIDE)}
        for name, shape in linear.items():
            shapes |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    shapes |= {f"{name}.{part}": (WIDTH,) for name in norms for part in ("weight", "bias")}
    return {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}


class _Graph:
    """The model as an ONNX graph, put together node by node; `named` says which constant holds which weight, and
    whether turned, with columns for rows."""

    def __init__(self, weights: Mapping[str, np.ndarray]) -> None:
        self.weights = weights
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.named: dict[str, tuple[str, bool]] = {}

    def built(self) -> onnx.ModelProto:
        """The whole: token ids and attention mask (int64, batch x tokens) in, vectors of length 1 out."""
        state = self._words()
        mask = self._node("Cast", "attention_mask", to=TensorProto.FLOAT)
        over_heads = self._node("Unsqueeze", mask, self._ints(1, 2))
        unseen = self._node("Mul", self._node("Sub", self._float(1.0), over_heads), self._float(-1e9))
        for number in range(LAYERS):
            state = self._layer(state, unseen, f"encoder.layer.{number}.")
        kept = self._node("Unsqueeze", mask, self._ints(2))
        total = self._node("ReduceSum", self._node("Mul", state, kept), self._ints(1), keepdims=0)
        mean = self._node("Div", total, self._node("ReduceSum", kept, self._ints(1), keepdims=0))
        square = self._node("ReduceSum", self._node("Mul", mean, mean), self._ints(1), keepdims=1)
        self._node("Div", mean, self._node("Sqrt", square), out="sentence_embedding")
        whole = helper.make_graph(
            self.nodes,
            "minilm",
            [
                helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
                for name in ("input_ids", "attention_mask")
            ],
            [helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", WIDTH])],
            self.constants,
        )
        model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
        onnx.checker.check_model(model)
        return model

    def _words(self) -> str:
        words = self._node("Gather", self._weight(WORDS), "input_ids")
        length = self._node("Gather", self._node("Shape", "input_ids"), self._ints(1), axis=0)
        places = self._weight(POSITIONS)
        start = self._ints(0)
        state = self._node("Add", words, self._node("Slice", places, start, length, start))
        kind = self._weight(TYPES)
        return self._normed(self._node("Add", state, kind), "embeddings.LayerNorm")

    def _layer(self, state: str, unseen: str, layer: str) -> str:
        shape = self._ints(0, 0, HEADS, WIDTH // HEADS)
        turned = {"query": (0, 2, 1, 3), "key": (0, 2, 3, 1), "value": (0, 2, 1, 3)}

        def heads(name: str) -> str:
            done = self._node("Reshape", self._linear(state, f"{layer}attention.self.{name}"), shape)
            return self._node("Transpose", done, perm=turned[name])

        scale = self._float(float((WIDTH / HEADS) ** -0.5))
        scores = self._node("Mul", self._node("MatMul", heads("query"), heads("key")), scale)
        share = self._node("Softmax", self._node("Add", scores, unseen), axis=-1)
        seen = self._node("Transpose", self._node("MatMul", share, heads("value")), perm=(0, 2, 1, 3))
        seen = self._linear(self._node("Reshape", seen, self._ints(0, 0, WIDTH)), layer + "attention.output.dense")
        state = self._normed(self._node("Add", seen, state), layer + "attention.output.LayerNorm")
        wide = self._node("Gelu", self._linear(state, layer + "intermediate.dense"))
        done = self._node("Add", self._linear(wide, layer + "output.dense"), state)
        return self._normed(done, layer + "output.LayerNorm")

    def _linear(self, state: str, name: str) -> str:
        weight, bias = self._weight(name + ".weight", turned=True), self._weight(name + ".bias")
        return self._node("Add", self._node("MatMul", state, weight), bias)

    def _normed(self, state: str, name: str) -> str:
        weight, bias = (self._weight(f"{name}.{part}") for part in ("weight", "bias"))
        return self._node("LayerNormalization", state, weight, bias, axis=-1, epsilon=EPSILON)

    def _weight(self, name: str, *, turned: bool = False) -> str:
        value = self.weights[name]
        constant = self._constant(value.T if turned else value)
        self.named[constant] = (name, turned)
        return constant

    def _node(self, kind: str, *inputs: str, out: str = "", **attributes: Any) -> str:
        name = out or f"value{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=f"node{len(self.nodes)}", **attributes))
        return name

    def _constant(self, value: np.ndarray) -> str:
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def _ints(self, *values: int) -> str:
        return self._constant(np.array(values, np.int64))

    def _float(self, value: float) -> str:
        return self._constant(np.float32(value).reshape(()))
