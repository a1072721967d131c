"""Drawings of puzzles, solutions and colourings: in text, in files, in notebooks. What is drawn as right is judged first.

Not here: how a picture is drawn (encoders.draw), and what of a file is drawn (judging.drawables).
"""

from __future__ import annotations

from encoders import draw as drawing
from encoders.draw import mosaic, notebook
from encoders.draw.ansi import TRUE_COLOUR
from encoders.draw.colouring import colouring_picture, refuse_large, too_large
from encoders.draw.mosaic import Mosaic
from encoders.draw.picture import Picture
from encoders.puzzle import Puzzle
from exactcover.answer import Answer
from exactcover.check import colouring
from exactcover.errors import InvalidInput
from exactcover.judging.drawables import Drawable
from exactcover.model.layout import MOST_DRAWN, Layout
from exactcover.model.own_items import named
from exactcover.model.tiling import Tiling
from exactcover.summary import summary


def picture(shown: Drawable) -> Picture:
    """Return the picture of a solution, of an argument, or of the puzzle alone; raises InvalidInput for a wrong solution."""
    _refuse_wrong(shown)
    if shown.refutation is not None and shown.refutation.argument == "colouring":
        model = shown.puzzle.encode().model
        if isinstance(model, Tiling):
            refuse_large(model.region)
            weights = colouring.cell_weights(model, shown.refutation.body)
            modulus = colouring.modulus_of(shown.refutation.body)
            return colouring_picture(shown.puzzle.picture(), model.region, weights, modulus)
    drawn: Picture = shown.puzzle.picture(shown.solution)
    return drawn


def in_format(shown: Drawable, file_format: str, view: str, *, colour: bool, columns: int) -> str | bytes:
    """Return a drawing as `text`, `svg` or `png`, see `exactcover.draw`; raises InvalidInput."""
    drawn = _shown(shown, "", view)
    if isinstance(drawn, Mosaic):
        return notebook.large(drawn, file_format)
    return notebook.in_format(drawn, file_format, view, colours=TRUE_COLOUR if colour else 0, columns=columns)


def draw_text(shown: Drawable, *, colours: int = 0, columns: int = 100, window: str = "") -> str:
    """Return a drawing as text; colours: how many the terminal shows, 0, 16, 256 or 2^24. Raises InvalidInput.

    window: of the board, as `0,0/40,80`: from one corner up to, and without, the other.
    """
    small = _shown(shown, window)
    return drawing.text(small, colours, columns) if isinstance(small, Picture) else mosaic.in_file(small, "").decode()


def _shown(shown: Drawable, window: str, view: str = "layers") -> Picture | Mosaic:
    """Return the picture of a window, or of the whole: a mosaic where its pieces are too many to be listed."""
    many = isinstance(shown.solution, Layout) and len(shown.solution) > MOST_DRAWN and view == "layers"
    if not window and not many:
        return picture(shown)
    _refuse_wrong(shown)
    large: Mosaic = shown.puzzle.mosaic(shown.solution)
    return large.window(*mosaic.corners(window)) if window else large


def draw_file(shown: Drawable, ending: str, *, film: bool = False, view: str = "layers", window: str = "") -> bytes:
    """Return a drawing as .svg, .png or .txt, a plan also as .gif; film: an .svg of a plan moves; view: see `draw`.

    Raises InvalidInput.
    """
    if ending not in (*drawing.ENDINGS, ".gif"):
        raise InvalidInput(f"a drawing cannot end in {ending!r}; expected .svg, .png, .txt or .gif")
    if (ending == ".gif" or film) and view != "layers":
        raise InvalidInput(f"a film cannot be drawn in the view {view!r}; expected the view layers")
    if ending == ".gif" or film:
        return _film(shown, ending)
    drawn = _shown(shown, window, view)
    return drawing.in_file(drawn, ending, view) if isinstance(drawn, Picture) else mosaic.in_file(drawn, ending)


def undrawn(shown: Drawable, ending: str = "") -> str:
    """Return why a colouring is too large to be drawn beside an answer, or (ending) in a file; nothing where it is not."""
    model = shown.puzzle.encode().model
    return too_large(model.region, bool(ending)) if shown.refutation and isinstance(model, Tiling) else ""


def in_notebook(puzzle: Puzzle, answer: Answer, as_html: bool) -> str | None:
    """Return what a notebook shows of an answer about a puzzle: the drawing of its solution or colouring, as HTML with words."""
    refutation = None if answer.certificate is None else answer.certificate.refutation
    shown = None
    if answer.solution is not None or (refutation is not None and refutation.argument == "colouring"):
        shown = notebook.unasked(lambda: picture(Drawable(puzzle, named(answer.solution), refutation)))
    return notebook.html(summary(answer), shown) if as_html else shown


def _film(shown: Drawable, ending: str) -> bytes:
    if shown.solution is None:
        raise InvalidInput("a film was asked for without a plan; expected a solution to show")
    if ending not in (".svg", ".gif"):
        raise InvalidInput(f"a film cannot end in {ending!r}; expected .svg or .gif")
    _refuse_wrong(shown)
    return drawing.film_in_file(shown.puzzle.film(shown.solution), ending)


def refuse_film(puzzle: Puzzle) -> None:
    """Raise InvalidInput where solutions of a puzzle are no plans, which a film could show move by move."""
    if puzzle.rules.film is None:
        raise InvalidInput(f"a {puzzle.kind} has no plan to show move by move; expected an ending other than .gif")


def _refuse_wrong(shown: Drawable) -> None:
    for wrong in () if shown.attempt or shown.solution is None else shown.puzzle.each_fault(shown.solution):
        raise InvalidInput(f"the solution is wrong and cannot be drawn: {wrong}")
