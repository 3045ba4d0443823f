"""The embedded model in the two shapes that the vector store knows: LangChain's and Chroma's. Heavy to import."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
from chromadb.api.types import Documents, EmbeddingFunction
from chromadb.api.types import Embeddings as ChromaVectors
from langchain_core.embeddings import Embeddings

from lore.embedding import MODEL_FOLDER, EmbeddingModel, MiniLM


class MiniLMEmbeddings(Embeddings):
    """An embedding model (the embedded one, if none is given) for LangChain: documents and questions alike."""

    def __init__(self, model: EmbeddingModel | None = None) -> None:
        self.model: EmbeddingModel = model or MiniLM()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """A vector of 384 floats for each text."""
        return cast("list[list[float]]", self.model.embed(texts).tolist())

    def embed_query(self, text: str) -> list[float]:
        """The vector of one question: 384 floats."""
        return self.embed_documents([text])[0]


class MiniLMFunction(EmbeddingFunction[Documents]):
    """The embedded model for a bare Chroma collection, in place of Chroma's default, which downloads its own."""

    def __init__(self, folder: str = str(MODEL_FOLDER)) -> None:
        self.model = MiniLM(Path(folder))

    def __call__(self, input: Documents) -> ChromaVectors:  # the parameter's name is Chroma's
        """A float32 vector of 384 for each text."""
        return cast(ChromaVectors, [np.asarray(row, dtype=np.float32) for row in self.model.embed(list(input))])

    @staticmethod
    def name() -> str:
        """The name under which a collection remembers this function."""
        return "brimstone-minilm-l6-v2-int8"

    @staticmethod
    def build_from_config(config: dict[str, Any]) -> MiniLMFunction:
        """The function that `get_config` described."""
        return MiniLMFunction(folder=str(config.get("folder", MODEL_FOLDER)))

    def get_config(self) -> dict[str, Any]:
        """What a collection stores to build the function again."""
        return {"folder": str(self.model.folder)}

    def default_space(self) -> Any:
        """Vectors are compared by cosine."""
        return "cosine"

    def supported_spaces(self) -> Any:
        """Unit vectors: cosine, inner product and Euclidean distance give the same order."""
        return ["cosine", "ip", "l2"]
