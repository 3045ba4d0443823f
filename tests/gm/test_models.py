"""Which model is asked, how long, how often, and what is never said about it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
import traceback
from pathlib import Path

import pytest
from pydantic import SecretStr

import prompts
from gm.models import (
    ChatVoice,
    ModelError,
    ModelSettings,
    ModelSettingsError,
    ModelTooSlow,
    ModelUnavailable,
    chat_model,
    voice,
)
from tests.gm.fake_openai import FakeOpenAI

KEY = "sk-do-not-tell-4711"
ASK = [("system", "Tell."), ("user", "e41 Ada fires the Shotgun: two Hits with three dice. [must tell]")]
ROOT = Path(__file__).resolve().parents[2]


def speaker(server: FakeOpenAI, **rest: float) -> ChatVoice:
    model = chat_model(ModelSettings(base_url=server.base_url, api_key=SecretStr(KEY), model="fake"))
    assert model is not None
    return ChatVoice(model, first_wait=0.01, attempts=int(rest.get("attempts", 4)))


def heard(speaking: ChatVoice, seconds: float = 5.0) -> str:
    async def collect() -> str:
        return "".join([piece async for piece in speaking.speak(ASK, seconds)])

    return asyncio.run(collect())


def test_without_settings_there_is_no_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    assert not ModelSettings().configured
    assert chat_model() is None and voice() is None


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIMSTONE_LLM_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("BRIMSTONE_LLM_MODEL", "small")
    model = chat_model()
    assert model is not None
    assert (model.model_name, model.openai_api_base) == ("small", "http://127.0.0.1:9/v1")


def test_settings_come_from_a_dotenv_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text(f"BRIMSTONE_LLM_MODEL=small\nBRIMSTONE_LLM_API_KEY={KEY}\nOTHER=1\n", "utf-8")
    settings = ModelSettings()
    assert settings.model == "small" and settings.api_key.get_secret_value() == KEY


def test_half_a_setting_says_what_is_missing():
    with pytest.raises(ModelSettingsError, match="BRIMSTONE_LLM_MODEL"):
        chat_model(ModelSettings(base_url="http://127.0.0.1:9/v1"))
    with pytest.raises(ModelSettingsError, match="BRIMSTONE_LLM_API_KEY"):
        chat_model(ModelSettings(model="small"))


def test_nothing_is_traced():
    chat_model(ModelSettings(base_url="http://127.0.0.1:9/v1", model="small"))
    assert os.environ["LANGSMITH_TRACING"] == "false" and os.environ["LANGCHAIN_TRACING_V2"] == "false"


def test_an_answer_streams():
    with FakeOpenAI("honest").running() as server:
        assert '"events": [41]' in heard(speaker(server))
        assert server.ledger.keys == [f"Bearer {KEY}"]
        assert server.ledger.requests[0]["stream"] is True


@pytest.mark.parametrize("mode", ["429", "500"])
def test_a_busy_server_is_asked_again(mode: str):
    with FakeOpenAI([mode, mode, "honest"]).running() as server:
        assert '"events": [41]' in heard(speaker(server))
        assert len(server.ledger.requests) == 3


def test_a_server_that_stays_busy_is_given_up():
    with FakeOpenAI("500").running() as server, pytest.raises(ModelUnavailable, match="500"):
        heard(speaker(server, attempts=3))


def test_a_refusal_is_not_asked_again():
    with FakeOpenAI("401").running() as server:
        with pytest.raises(ModelUnavailable, match="401"):
            heard(speaker(server))
        assert len(server.ledger.requests) == 1


def test_no_server_is_no_answer():
    model = chat_model(ModelSettings(base_url="http://127.0.0.1:9/v1", model="small"))
    assert model is not None
    with pytest.raises(ModelError):
        heard(ChatVoice(model, first_wait=0.01, attempts=2))


@pytest.mark.parametrize("mode", ["staller", "429"])
def test_the_deadline_holds(mode: str):
    with FakeOpenAI(mode).running() as server:
        speaking = ChatVoice(speaker(server)._model, first_wait=0.2, attempts=99)
        began = time.monotonic()
        with pytest.raises(ModelTooSlow):
            heard(speaking, 0.4)
        assert time.monotonic() - began < 0.8


@pytest.mark.parametrize("mode", ["500", "401", "429"])
def test_the_key_is_in_no_error_and_no_log(mode: str, caplog: pytest.LogCaptureFixture):
    with FakeOpenAI(mode).running() as server:
        speaking = speaker(server, attempts=2)
        with caplog.at_level("INFO"), pytest.raises(ModelError) as error:
            heard(speaking)
    assert KEY not in "".join(traceback.format_exception(error.value)) + caplog.text + repr(speaking._model)
    assert KEY not in repr(ModelSettings(api_key=SecretStr(KEY)))


def test_no_heavy_library_is_imported_before_a_model_is_asked_for():
    code = (
        "import sys, gm.narrator, gm.models; from gm.storyteller import Storyteller; from gm.names import Names;"
        "gm.narrator.Narrator(Storyteller('1')).narrate_now([], Names());"
        "print([m for m in ('langchain_openai', 'langchain_core', 'openai', 'tenacity', 'gm.verifier')"
        " if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert run.stdout.strip() == "[]", run.stderr


# --- prompts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, fields", [("narrate", ("facts", "lore", "names")), ("retell", None)])
def test_a_prompt_says_its_name_and_version_and_is_filled_in(name: str, fields: tuple[str, ...] | None):
    template = prompts.load(name)
    assert (template.name, template.version) == (name, 1)
    wanted = fields or ("facts", "names", "reasons", "sentence")
    assert template.fields() == wanted
    system, user = template.render(**dict.fromkeys(wanted, "$5 and {braces}"))
    assert "JSON" in system and user.count("$5 and {braces}") == len(wanted)


def test_a_prompt_with_a_field_missing_is_refused():
    with pytest.raises(prompts.PromptError, match=r"needs the field \$facts"):
        prompts.load("narrate").render(names="-", lore="-")


def test_an_unknown_prompt_is_refused():
    with pytest.raises(prompts.PromptError, match="no prompt 'ballad'"):
        prompts.load("ballad")
    with pytest.raises(prompts.PromptError, match="version 99"):
        prompts.load("narrate", 99)
