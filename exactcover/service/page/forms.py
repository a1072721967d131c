"""The pages with a form: checking an answer, many puzzles at once, and the login."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from exactcover.model.errors import InvalidInput
from exactcover.service.guard import COOKIE, login_target
from exactcover.service.page import lookup_tasks, routes
from exactcover.service.page.rendering import page
from exactcover.service.routes.calls import parts

router = APIRouter(include_in_schema=False)


@router.get("/check")
async def check(request: Request) -> Response:
    """Show the form to check answers."""
    return page(request, "check.html")


@router.post("/page/checked")
async def checked(request: Request) -> Response:
    """Show the verdict on what was sent."""
    form = await routes.form_of(request)
    about = form.get("about", "").strip()
    try:
        sent: Any = None if not about else routes.keys_in(about) if about.startswith("{") else about
        verdict = await routes.ask(request, lookup_tasks.checked, sent, form.get("text", ""))
    except InvalidInput as fault:
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
    """Store a valid token in a cookie that is hidden from scripts and not sent by other sites."""
    form = await routes.form_of(request)
    token, to = form.get("token", "").strip(), login_target(form.get("to", "/"))
    if not token or parts(request).settings.tokens.by_secret(token) is None:
        return page(request, "login.html", 401, fault="This token is unknown.", to=to)
    response = RedirectResponse(to, 303)
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, max_age=30 * 86400)
    return response
