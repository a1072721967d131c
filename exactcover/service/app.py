"""The server as an ASGI application: middleware around the routes, built from settings, a store and a runner."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple, Protocol

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException
from starlette.responses import Response

from exactcover.model.errors import InvalidInput, NoResources
from exactcover.process.isolation import Isolation
from exactcover.service.audit import Audit
from exactcover.service.documents import ProblemDocument
from exactcover.service.feeds import Feeds
from exactcover.service.http import bodies, problems
from exactcover.service.http.direct import Direct
from exactcover.service.http.guard import App, Guard
from exactcover.service.http.instrumentation import Instrumented
from exactcover.service.http.problems import Problem
from exactcover.service.login import Login
from exactcover.service.lookups import Lookups
from exactcover.service.metrics import Metrics
from exactcover.service.page import comparing, designing, forms, gallery, job_files, job_rows, playing, proving
from exactcover.service.page import jobs as job_pages
from exactcover.service.page import routes as puzzle_pages
from exactcover.service.page.refusals import HeadAsGet, for_browsers
from exactcover.service.routes import events, health, jobs, pictures
from exactcover.service.routes import lookups as lookup_routes
from exactcover.service.routes.calls import Parts
from exactcover.service.settings import Settings
from exactcover.service.store.jobs import Store
from exactcover.service.store.outages import Outage

ABOUT = """Solve, count, list, refute, check and draw exact-cover puzzles. Submit a job, follow its events and fetch its answer.
Answers are the JSON objects of the command line's `--json`; errors are problem+json."""

SUBJECTS = (
    jobs,
    events,
    pictures,
    lookup_routes,
    health,
    playing,
    proving,
    comparing,
    puzzle_pages,
    designing,
    gallery,
    forms,
    job_rows,
    job_pages,
    job_files,
)
"""The modules of routes, in the order in which their paths are compared."""


class BackgroundRunner(Protocol):
    """Runs jobs in the background while the server answers requests."""

    def start(self) -> None:
        """Start to claim jobs."""

    def stop(self) -> None:
        """Stop claiming jobs, and end those that run."""


class Service(NamedTuple):
    """The ASGI application of a server, complete; end_calls: ends the requests that would keep it alive at shutdown."""

    app: App
    end_calls: Callable[[], None]


def build(
    settings: Settings, store: Store, runner: BackgroundRunner | None = None, isolation: Isolation | None = None
) -> Service:
    """Return a service; isolation: that of look-ups. The application starts and stops the runner and everything else except
    the store.
    """
    lookups, feeds = Lookups(settings.bounds, isolation), Feeds(store, settings.bounds)
    metrics = Metrics(lookups, feeds)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        lookups.start()
        feeds.start()
        if runner is not None:
            runner.start()
        yield
        feeds.stop()
        if runner is not None:
            runner.stop()
        lookups.stop()

    inner = _Application(
        title="exactcover",
        version=settings.version or "0",
        description=ABOUT,
        openapi_url=None,  # FastAPI would write it again for each call; see health.py
        docs_url=None,  # both pages load scripts from another host
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    login, audit = Login(settings, store.sessions), Audit()
    inner.state.parts = Parts(settings, store, lookups, feeds, login, audit)
    inner.state.metrics, inner.state.listed = metrics, {}
    inner.state.page = {}
    for subject in SUBJECTS:
        inner.include_router(subject.router)
    _with_problems(inner)

    def end_calls() -> None:
        lookups.end_calls()
        feeds.stop()

    return Service(Instrumented(HeadAsGet(Guard(Direct(inner), settings, login, audit)), metrics), end_calls)


def _with_problems(app: FastAPI) -> None:
    """Answer every error with problem+json, or with a page if a browser opens one."""

    @app.exception_handler(Problem)
    async def handle_problem(request: Request, problem: Problem) -> Response:
        return for_browsers(request, problem.response(), problem.detail, known=problem.status != 404)

    @app.exception_handler(InvalidInput)
    async def handle_invalid_input(request: Request, fault: InvalidInput) -> Response:
        return for_browsers(request, problems.invalid_input(fault), str(fault))

    @app.exception_handler(Outage)
    async def handle_outage(request: Request, _outage: Outage) -> Response:
        return for_browsers(request, problems.outage(), problems.OUTAGE)

    @app.exception_handler(NoResources)
    async def handle_no_resources(request: Request, _fault: NoResources) -> Response:
        return for_browsers(request, problems.no_resources(), problems.NO_RESOURCES)

    @app.exception_handler(Exception)
    async def handle_defect(request: Request, _defect: Exception) -> Response:
        return for_browsers(request, problems.defect(), problems.DEFECT)

    @app.exception_handler(RequestValidationError)
    async def handle_validation_error(request: Request, fault: RequestValidationError) -> Response:
        errors = fault.errors()
        where = errors[0]["loc"][-1] if errors else "call"
        status = 404 if errors and errors[0]["loc"][0] == "path" else 422
        detail = "no such job" if status == 404 else f"{str(where)[:40]!r}: {errors[0]['msg'].lower()}"
        return for_browsers(request, problems.response(status, detail), detail)

    @app.exception_handler(HTTPException)
    async def handle_http_error(request: Request, fault: HTTPException) -> Response:
        details = {404: "not found; see /openapi.json", 405: "method not allowed; see /openapi.json"}
        detail = details.get(fault.status_code, "the request cannot be answered")
        refusal = problems.response(fault.status_code, detail, headers=fault.headers)
        return for_browsers(request, refusal, detail, known=False)


class _Application(FastAPI):
    """An application whose OpenAPI document includes the request bodies that the routes parse themselves."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document."""
        if self.openapi_schema is None:
            made = super().openapi()
            models: list[type[BaseModel]] = [ProblemDocument, *bodies.LOOKUPS, *bodies.JOBS]
            _, schemas = models_json_schema(
                [(model, "validation") for model in models], ref_template="#/components/schemas/{model}"
            )
            own = made.setdefault("components", {}).setdefault("schemas", {})
            own.update(schemas["$defs"])
            names = [model.__name__ for model in bodies.JOBS]
            own["JobBody"] = {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}
            self.openapi_schema = made
        return self.openapi_schema
