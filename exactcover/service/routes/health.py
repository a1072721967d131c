"""Health checks, metrics, and the OpenAPI document."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from exactcover.service.http.problems import Problem
from exactcover.service.routes.calls import as_json, encoded, error_responses, parts, response_example

router = APIRouter(tags=["health"])


@router.get(
    "/healthz",
    responses={**response_example({"status": "alive"}), **error_responses()},
    summary="Whether the server is alive",
)
async def healthz(request: Request) -> Response:
    """Answer at once, whatever the state of the store and the workers."""
    return as_json({"status": "alive", "version": parts(request).settings.version})


@router.get(
    "/readyz",
    responses={**response_example({"status": "ready", "isolated": ["files"]}), **error_responses(503)},
    summary="Whether the store responds",
)
async def readyz(request: Request) -> Response:
    """Answer once the store responds, in constant time and without figures: anybody may call it. `isolated` says what the
    processes of jobs and look-ups cannot reach: `files`, `network`, `processes`.
    """
    try:
        await asyncio.wait_for(asyncio.to_thread(parts(request).store.reach), 5.0)
    except TimeoutError:
        raise Problem(503, "the store does not respond", "not-ready", {"Retry-After": "5"}) from None
    return as_json({"status": "ready", "isolated": parts(request).lookups.isolated})


@router.get(
    "/metrics",
    responses={**response_example("# HELP ...", "text/plain"), **error_responses()},
    summary="Metrics for Prometheus",
)
async def metrics(request: Request) -> Response:
    """Return the server's metrics in the Prometheus text format."""
    own = request.app.state.metrics
    text = await asyncio.to_thread(own.text, parts(request).store)
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> Response:
    """Return the description of all routes, which is written once."""
    kept: dict[str, bytes] = request.app.state.listed
    if "openapi" not in kept:
        kept["openapi"] = encoded(request.app.openapi())
    return Response(kept["openapi"], media_type="application/json")
