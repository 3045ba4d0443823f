"""The reader as it is trained: all-mpnet-base-v2 read from its published weights, with two scores on top, run with
PyTorch, written as an int8 ONNX graph.

Needs torch, transformers, onnx, onnxscript and onnxruntime, which playing and testing do not.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import onnx
import torch
from tokenizers import Tokenizer
from transformers import AutoModel

from benchmarks.int8_graph import as_numbers, write_int8
from lore.reader import LONGEST, SCORES

LAYERS, FROZEN = 9, 2
PADDING = 1
BATCH = 64


class Reader(torch.nn.Module):
    """A question and a statement, read as one text: how far the statement settles it, and how far it then says yes."""

    def __init__(self, folder: Path) -> None:
        """`folder` holds the published model and `tokenizer.json`; its last layers are left out. Word vectors and the
        lowest layers stay as published: a user's own books hold words that no known question has."""
        super().__init__()
        self.words = AutoModel.from_pretrained(folder, attn_implementation="eager")
        self.words.encoder.layer = self.words.encoder.layer[:LAYERS]
        self.scores = torch.nn.Linear(self.words.config.hidden_size, len(SCORES))
        torch.nn.init.normal_(self.scores.weight, std=0.02)
        torch.nn.init.zeros_(self.scores.bias)
        for part in (self.words.embeddings, self.words.pooler, *self.words.encoder.layer[:FROZEN]):
            for weight in part.parameters():
                weight.requires_grad_(False)
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(LONGEST, strategy="longest_first")
        self.tokenizer.no_padding()

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """Batch x tokens to batch x scores (log-odds), in the order of `lore.reader.SCORES`."""
        states = self.words(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        kept = attention_mask.unsqueeze(-1).to(states.dtype)
        mean = (states * kept).sum(1) / kept.sum(1)
        return self.scores(mean.to(self.scores.weight.dtype))

    def read(self, pairs: Sequence[tuple[str, str]]) -> torch.Tensor:
        """The scores of (question, statement) pairs, as they are learned from."""
        read = [self.tokenizer.encode(question, statement).ids for question, statement in pairs]
        most = max(map(len, read))
        ids = torch.full((len(read), most), PADDING, dtype=torch.long)
        mask = torch.zeros(len(read), most, dtype=torch.long)
        for row, tokens in enumerate(read):
            ids[row, : len(tokens)] = torch.tensor(tokens)
            mask[row, : len(tokens)] = 1
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return self(ids, mask).float()

    def told(self, pairs: Sequence[tuple[str, str]]) -> torch.Tensor:
        """As `read`, for many pairs, and nothing is learned from them."""
        order = sorted(range(len(pairs)), key=lambda place: sum(map(len, pairs[place])))
        out = torch.zeros(len(pairs), len(SCORES))
        self.eval()
        with torch.no_grad():
            for start in range(0, len(order), BATCH):
                part = order[start : start + BATCH]
                out[part] = self.read([pairs[place] for place in part])
        self.train()
        return out

    def take(self, path: Path) -> None:
        """Go on from a graph that `write` wrote: its 8-bit weights, as floating-point numbers again. What is frozen
        stays as published. Raises `ValueError` if the graph is not of such a reader."""
        graph = onnx.load(path).graph
        held = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
        turned = [node.input[1] for node in graph.node if node.op_type == "MatMulInteger" and node.input[1] in held]
        linear = [layer for layer in self.modules() if isinstance(layer, torch.nn.Linear)]
        named = {id(layer): name for name, layer in self.named_modules()}
        in_order = [layer for layer in linear if "pooler" not in named[id(layer)]]
        if len(turned) != len(in_order):
            raise ValueError(f"{path} has {len(turned)} weights where a reader of {LAYERS} layers has {len(in_order)}")
        with torch.no_grad():
            for name, layer in zip(turned, in_order, strict=True):
                layer.weight.copy_(torch.from_numpy(as_numbers(held, name).T))
            for name, weight in self.named_parameters():
                if name in held:
                    weight.copy_(torch.from_numpy(held[name].copy()))
                elif f"{name}_quantized" in held and weight.requires_grad and weight.dim() == 2:
                    turned_back = torch.from_numpy(as_numbers(held, f"{name}_quantized").copy())
                    weight.copy_(turned_back if turned_back.shape == weight.shape else turned_back.T)

    def write(self, path: Path) -> None:
        """Write it as an ONNX graph whose weights are 8-bit integers, with the inputs and output that
        `lore.reader.Reader` names."""
        self.eval()
        read = self.tokenizer.encode("may I?", "A Hero may.").ids
        ids = torch.tensor([read, read])
        some = torch.export.Dim("batch", min=1, max=4_096), torch.export.Dim("tokens", min=4, max=512)
        shapes = dict(enumerate(some))
        with tempfile.TemporaryDirectory() as scratch:
            whole = Path(scratch) / "model.onnx"
            torch.onnx.export(
                self,
                (ids, torch.ones_like(ids)),
                whole,
                dynamo=True,
                external_data=False,
                input_names=["input_ids", "attention_mask"],
                output_names=["scores"],
                dynamic_shapes=(shapes, shapes),
            )
            graph = onnx.load(whole)
            del graph.graph.value_info[:]  # shapes of weights before they were turned; the quantizer trips over them
            for node in graph.graph.node:
                del node.metadata_props[:]  # where its code lies on the machine that trained it
            onnx.save(graph, whole)
            write_int8(whole, path)
