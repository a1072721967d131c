"""Look-up routes, which need no job: the catalogue, the engines, facts about a puzzle, verdicts, drawings, exports."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.model.answer import SCHEMA, Limits
from exactcover.service import lookup_tasks
from exactcover.service.documents import etag
from exactcover.service.http.disconnection import unless_disconnected
from exactcover.service.http.packed import Packed
from exactcover.service.http.problems import Problem
from exactcover.service.lookups import Cut
from exactcover.service.routes.calls import (
    Parts,
    as_json,
    body_of,
    encoded,
    error_responses,
    owner_name,
    parts,
    request_body,
    response_example,
)

router = APIRouter(prefix="/v1", tags=["puzzles"])
REPORTING_SECONDS = 1.0
"""Seconds beyond its time limit in which a search for designs returns those it has."""
ESTIMATING_PART = 0.8
"""Of the time limit of a look-up: the rest is for reading the puzzle and for writing what is estimated by then."""


@router.get(
    "/puzzles",
    responses={**response_example({"schema": 1, "task": "puzzles", "puzzles": []}), **error_responses()},
    summary="The catalogue",
)
async def puzzles(request: Request) -> Response:
    """List the catalogue, as `exactcover puzzles --json` does."""
    return await _listed(request, "puzzles", lookup_tasks.puzzles)


@router.get(
    "/engines",
    responses={**response_example({"schema": 1, "task": "engines", "engines": []}), **error_responses()},
    summary="The engines",
)
async def engines(request: Request) -> Response:
    """List the engines and their capabilities, as `exactcover engines --json` does."""
    return await _listed(request, "engines", lookup_tasks.engines)


@router.get(
    "/schemas",
    responses={**response_example({"schema": 1, "task": "schemas", "schemas": {"answer": {}}}), **error_responses()},
    summary="The JSON Schemas",
)
async def schemas(request: Request) -> Response:
    """List the JSON Schemas of answers and of the other calls, including kinds of other packages."""
    return await _listed(request, "schemas", lookup_tasks.schemas)


async def _listed(request: Request, name: str, function: Any) -> Response:
    """Return a list that is computed once and does not change while the server runs."""
    kept: dict[str, bytes] = request.app.state.listed
    if name not in kept:
        kept[name] = encoded(await parts(request).lookups.once(f"list of {name}", function))
    tag = etag(kept[name])
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"ETag": tag})
    return Response(kept[name], headers={"ETag": tag, "Cache-Control": "no-cache"}, media_type="application/json")


@router.post(
    "/info",
    openapi_extra=request_body("InfoBody"),
    responses={**response_example({"schema": 1, "task": "info", "kind": "...", "cells": 60}), **error_responses()},
    summary="What is known of a puzzle without searching",
)
async def info(request: Request) -> Response:
    """Return board, pieces, placements, symmetry, size and estimate, as `exactcover info --json` does."""
    body, _ = await body_of(request, "info")
    return await _lookup(request, "info", body, lookup_tasks.described, body.puzzle)


@router.post(
    "/remaining",
    openapi_extra=request_body("RemainingBody"),
    responses={
        **response_example({"schema": 1, "task": "remaining", "status": "FEASIBLE", "count": "9356"}),
        **error_responses(),
    },
    summary="How many solutions are left, or why none",
)
async def remaining(request: Request) -> Response:
    """Return what is known of a puzzle after a moment, as `exactcover remaining --json` does; nothing is stored."""
    body, _ = await body_of(request, "remaining")
    return await _lookup(request, "remaining", body, lookup_tasks.left, body.puzzle, body.seconds, body.solution)


@router.post(
    "/marginals",
    openapi_extra=request_body("MarginalsBody"),
    responses={
        **response_example({"schema": 1, "task": "marginals", "status": "FEASIBLE", "solutions": "36"}),
        **error_responses(),
    },
    summary="In how many solutions each placement is",
)
async def marginals(request: Request) -> Response:
    """Count the solutions with each placement or option, as `exactcover marginals --json` does; nothing is stored."""
    body, _ = await body_of(request, "marginals")
    limits = lookup_limits(parts(request), body)
    seconds = None if limits.time is None else ESTIMATING_PART * limits.time
    sampling = body.samples, body.seed, seconds
    return await _lookup(request, "marginals", body, lookup_tasks.option_counts, body.puzzle, limits.memory, *sampling)


@router.post(
    "/hint",
    openapi_extra=request_body("HintBody"),
    responses={
        **response_example({"schema": 1, "task": "hint", "status": "FEASIBLE", "sentence": "..."}),
        **error_responses(),
    },
    summary="What to place next, or since which move nothing fits",
)
async def hint(request: Request) -> Response:
    """Return what to place next, as `exactcover hint --json` does; nothing is stored."""
    body, _ = await body_of(request, "hint")
    return await _lookup(request, "hint", body, lookup_tasks.hinted, body.puzzle, body.begun, body.seconds)


@router.post(
    "/design",
    openapi_extra=request_body("DesignBody"),
    responses={
        **response_example(
            {"schema": 1, "task": "design", "designs": [], "summary": {"status": "UNKNOWN", "count": 0}}
        ),
        **error_responses(),
    },
    summary="Puzzles with exactly one solution, made from a puzzle",
)
async def design(request: Request) -> Response:
    """Return the designs and the summary that `exactcover design --json` prints; nothing is stored."""
    body, _ = await body_of(request, "design")
    limits = lookup_limits(parts(request), body)
    most = replace(limits, solutions=body.limit)
    within = replace(limits, time=(limits.time or 0.0) + REPORTING_SECONDS)
    own = body.puzzle, body.vary, body.pick, str(body.seed), body.level, most
    try:
        pending = parts(request).lookups.ask(owner_name(request), lookup_tasks.designed, *own, limits=within)
        result = await unless_disconnected(request, pending)
    except Cut as cut:
        result = {"designs": [], "summary": undesigned(body.vary, cut.reason)}
    return as_json({"schema": SCHEMA, "task": "design", **result})


def undesigned(vary: str, reason: str) -> dict[str, Any]:
    """Return the summary of a search for designs that was stopped from outside, whose designs are lost."""
    counts = {"count": 0, "exhausted": False, "stop_reason": reason, "ranking": []}
    return {
        "schema": SCHEMA, "task": "design", "puzzle_sha256": None, "vary": vary, "status": "UNKNOWN", **counts,
    }  # fmt: skip


@router.post(
    "/choices",
    openapi_extra=request_body("ChoicesBody"),
    responses={
        **response_example({"schema": 1, "task": "choices", "status": "FEASIBLE", "solutions": "36"}),
        **error_responses(),
    },
    summary="How many solutions there are for each choice of empty cells, or of pieces",
)
async def choices(request: Request) -> Response:
    """Count the solutions by what they choose, as `exactcover count --over WHAT --json` does; nothing is stored."""
    body, _ = await body_of(request, "choices")
    limits = lookup_limits(parts(request), body)
    return await _lookup(request, "choices", body, lookup_tasks.chosen, body.puzzle, body.over, limits)


@router.post(
    "/certify",
    openapi_extra=request_body("CertifyBody"),
    responses={
        **response_example({"schema": 1, "task": "certify", "certificate": {"schema": 1, "count": "12988816"}}),
        **error_responses(),
    },
    summary="The number of solutions, with a certificate",
)
async def certify(request: Request) -> Response:
    """Count the solutions with a certificate, as `exactcover count --certificate FILE` writes it; nothing is stored."""
    body, _ = await body_of(request, "certify")
    return await _lookup(request, "certify", body, lookup_tasks.certified, body.puzzle)


@router.post(
    "/check",
    openapi_extra=request_body("CheckBody"),
    responses={
        **response_example({"schema": 1, "task": "check", "accepted": True, "kind": "solution"}),
        **error_responses(),
    },
    summary="The verdict on a solution, an answer or a certificate",
)
async def check(request: Request) -> Response:
    """Judge an answer, a solution or a certificate by the puzzle's rules alone, as `exactcover check --json` does."""
    body, _ = await body_of(request, "check")
    if (body.text is None) == (body.value is None):
        raise Problem(422, "the body has both text and value, or neither; expected exactly one", "body")
    value = body.value
    text = body.text if value is None else value.text if isinstance(value, Packed) else json.dumps(value)
    limits = lookup_limits(parts(request), body)
    return await _lookup(
        request, "check", body, lookup_tasks.checked, body.puzzle, text, limits if body.recount else None
    )


_FILES = {"schema": 1, "task": "export", "files": [{"ending": "", "text": "..."}]}


@router.post(
    "/draw",
    openapi_extra=request_body("DrawBody"),
    responses={**response_example({**_FILES, "task": "draw", "attempt": False}), **error_responses()},
    summary="A drawing of a puzzle, a solution or a colouring",
)
async def draw(request: Request) -> Response:
    """Draw a puzzle, or the contents of an answer, a solution or a certificate; .png and .pdf are returned as base64."""
    body, _ = await body_of(request, "draw")
    own = (
        body.text,
        body.ending,
        body.most,
        body.film,
        body.view,
        body.window,
        body.pieces,
        body.measures,
        body.colours,
        body.columns,
    )
    return await _lookup(request, "draw", body, lookup_tasks.drawn, body.puzzle, *own)


@router.post(
    "/export",
    openapi_extra=request_body("ExportBody"),
    responses={**response_example(_FILES), **error_responses()},
    summary="A puzzle, or a certificate, in a format of other programs",
)
async def export(request: Request) -> Response:
    """Return a puzzle's model, or a certificate with its problem, as `exactcover export` does."""
    body, _ = await body_of(request, "export")
    return await _lookup(request, "export", body, lookup_tasks.exported, body.puzzle, body.to, body.certificate)


@router.post(
    "/moves",
    openapi_extra=request_body("MovesBody"),
    responses={**response_example({"schema": 1, "task": "moves", "moves": [["1", "LEFT"]]}), **error_responses()},
    summary="The legal moves of a puzzle's start",
)
async def moves(request: Request) -> Response:
    """List the legal moves from the start, as `exactcover moves --json` does."""
    body, _ = await body_of(request, "moves")
    return await _lookup(request, "moves", body, lookup_tasks.moves, body.puzzle)


async def _lookup(request: Request, task: str, body: Any, function: Any, *arguments: Any) -> Response:
    """Answer with the result of a look-up, which ends when the client disconnects."""
    lookups = parts(request).lookups
    try:
        pending = lookups.ask(owner_name(request), function, *arguments, limits=lookup_limits(parts(request), body))
        result = await unless_disconnected(request, pending)
        return as_json({"schema": SCHEMA, "task": task, **result})
    except Cut as cut:
        return as_json({"schema": SCHEMA, "task": task, "status": "UNKNOWN", "stop_reason": cut.reason})


def lookup_limits(own: Parts, body: Any) -> Limits:
    """Return the limits of a look-up; raises Problem if they are above the server's maximum."""
    bounds = own.settings.bounds
    seconds, megabytes = body.time_limit or bounds.lookup_time, body.memory_limit or bounds.lookup_memory
    if seconds > bounds.max_lookup_time or megabytes > bounds.lookup_memory:
        most = f"{bounds.max_lookup_time:g} seconds and {bounds.lookup_memory:g} megabytes"
        raise Problem(422, f"the limits are {seconds:g} and {megabytes:g}; expected at most {most}", "limits")
    return Limits(seconds, megabytes)
