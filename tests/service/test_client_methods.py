"""The methods of the two clients: the functions of the package, with their arguments, and each other's."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest

import exactcover
from exactcover.model.answer import Answer, Limits
from exactcover.service.client_lookups import Lookups
from tests.service.servers import DOMINO, Served


def methods(client: type[Any]) -> dict[str, inspect.Signature]:
    """The public methods of a client with their signatures."""
    return {
        name: inspect.signature(each) for name, each in inspect.getmembers(client, inspect.isfunction) if name[0] != "_"
    }


def parameters(signature: inspect.Signature) -> list[str]:
    """The names of a function's parameters without the instance, and without those that a method takes as settings."""
    return [name for name in signature.parameters if name != "self"]


SETTINGS = {"solve", "count", "prove", "iterate", "solve_many", "count_many"}
"""The methods that take the arguments of their function as `**settings`."""
ONLY_HERE = {
    "recount",
    "limits",
    "cancel",
    "search",
    "folder",
    "estimated",
    "family",
    "on_progress",
    "ledger",
    "executor",
}


@pytest.mark.parametrize("name", sorted(set(methods(exactcover.Client)) & set(exactcover.__all__)))
def test_a_client_has_the_arguments_of_the_package(name: str) -> None:
    """The parameters of a method that the function of its name has too are in the same order, and its first one is the same."""
    own, of_package = (
        parameters(methods(exactcover.Client)[name]),
        parameters(inspect.signature(getattr(exactcover, name))),
    )
    if name == "compare":
        of_package = ["subject", *of_package[1:]]  # a job compares one puzzle
    positional = [each for each in own if each in of_package]
    assert positional == [each for each in of_package if each in positional]
    assert own[:1] == of_package[:1]
    assert set(of_package) - set(own) <= ONLY_HERE or name in SETTINGS
    assert set(own) - set(of_package) <= {"limits", "time_limit", "memory_limit", "settings"}


def test_an_asynchronous_client_has_every_method() -> None:
    """What a client can do, the asynchronous one can, with the same arguments."""
    synchronous, asynchronous = methods(exactcover.Client), methods(exactcover.AsyncClient)
    assert set(synchronous) - set(asynchronous) == {"run", "answered", "made", "solutions_at", "answer_at"}
    assert set(asynchronous) <= set(synchronous)
    for name in set(asynchronous) & set(vars(Lookups)) - {"design"}:
        assert asynchronous[name] == synchronous[name]


def test_an_asynchronous_client_answers_as_the_other(server: Served) -> None:
    """Look-ups, searches and lists that are awaited together have the values of the client."""

    async def ask() -> tuple[Any, ...]:
        async with exactcover.AsyncClient(server.url) as client:
            solved, counted, facts, left = await asyncio.gather(
                client.solve(DOMINO), client.count(DOMINO), client.info(DOMINO), client.remaining(DOMINO, seconds=5)
            )
            verdict = await client.check(solved)
            sampled = [each async for each in client.sample(DOMINO, 2, seed=1)]
            async for each in client.iterate(DOMINO):
                sampled.append(each)
                break
            names = await client.puzzles()
            return solved.status, counted.count, facts["cells"], left["count"], verdict["accepted"], len(sampled), names

    async def ask_of_many() -> list[Any]:
        async with exactcover.AsyncClient(server.url) as client:
            proved = await client.prove("packing board=1x3 pieces=dominoes copies=any")
            solved = await client.solve_many([DOMINO, "queens n=4"])
            counted = await client.count_many([DOMINO, "queens n=4"])
            compared = await client.compare(DOMINO, ["exact", "sat"])
            answers = [proved, *solved, *counted, *compared]
            return [each.status if isinstance(each, Answer) else each for each in answers]

    count = exactcover.count(DOMINO).count
    with exactcover.Client(server.url) as client:
        cells = client.info(DOMINO)["cells"]
        assert client.puzzles() == exactcover.puzzles()
    assert asyncio.run(ask_of_many()) == ["INFEASIBLE", *["FEASIBLE"] * 6]
    assert asyncio.run(ask()) == ("FEASIBLE", count, cells, str(count), True, 3, exactcover.puzzles())


def test_a_cancelled_task_cancels_its_job(server: Served) -> None:
    """Cancelling the task that awaits a count ends its job, and the client goes on."""
    long = "packing board=10x14 pieces=tetrominoes copies=7"

    async def ask() -> list[Any]:
        async with exactcover.AsyncClient(server.url) as client:
            started = asyncio.Event()
            limits = Limits(time=100)
            counting = client.count(long, backend="exact", limits=limits, on_progress=lambda progress: started.set())
            task = asyncio.create_task(counting)
            await started.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            return await client.jobs(limit=1)

    assert [job["state"] for job in asyncio.run(ask())] == ["CANCELLED"]
