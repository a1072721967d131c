"""The pages with a form: checking an answer, many puzzles at once, and the login."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from exactcover.model.errors import InvalidInput
from exactcover.service.http import bodies
from exactcover.service.http.guard import LOGIN, login_target
from exactcover.service.http.problems import Problem
from exactcover.service.page import lookup_tasks, routes
from exactcover.service.page.rendering import page
from exactcover.service.routes.calls import parsed, parts

router = APIRouter(include_in_schema=False)


@router.get("/check")
async def check(request: Request) -> Response:
    """Show the form to check answers."""
    return page(request, "check.html")


@router.post("/page/checked")
async def checked(request: Request) -> Response:
    """Show the verdict on what was sent."""
    form = await routes.form_of(request, large=True)
    about = form.get("about", "").strip()
    try:
        sent: Any = about or None
        if about.startswith("{"):
            sent = await parsed(request, about.encode(), bodies.object_in, bodies.sealed_object)
        verdict = await routes.ask(request, lookup_tasks.checked, sent, form.get("text", ""))
    except (InvalidInput, Problem) as fault:
        return page(request, "checked.html", fault=str(fault))
    address = routes.address_of(verdict["keys"])
    link = address if len(address) <= routes.LONGEST_LINK else ""
    return page(request, "checked.html", fault="", verdict=verdict, address=link)


@router.get("/batch")
async def batch(request: Request) -> Response:
    """Show the form to send a batch of puzzles as one job, one puzzle per line."""
    kinds = [each for each in (await routes.known(request))["editors"] if each["line_key"]]
    return page(request, "batch.html", kinds=kinds)


@router.get("/login")
async def login(request: Request, to: str = "/") -> Response:
    """Show the login form; to: the page to return to."""
    return page(request, "login.html", fault="", to=login_target(to))


@router.post("/login")
async def logged_in(request: Request) -> Response:
    """Begin a session for a valid token."""
    form, own = await routes.form_of(request), parts(request)
    to = login_target(form.get("to", "/"))
    token = own.settings.tokens.by_secret(form.get("token", "").strip())
    if token is None:
        own.audit.refuse("a login with an unknown token", request.scope)
        return page(request, "login.html", 401, fault="This token is unknown, or has expired.", to=to)
    response = RedirectResponse(to, 303)
    await own.login.begin(request, token, response)
    own.audit.record("login", request.scope, token.owner)
    return response


@router.post("/logout")
async def logged_out(request: Request) -> Response:
    """End the session of the browser."""
    response = RedirectResponse(LOGIN, 303)
    owner = await parts(request).login.end(request, response)
    parts(request).audit.record("logout", request.scope, owner)
    return response
