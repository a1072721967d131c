"""Drawings of puzzles, solutions and colourings: as text, in files, in notebooks. What is drawn as right is judged first.

Not here: how a picture is drawn (encoders.draw), and what is drawn of a file (judging.drawables).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, overload

from encoders import catalogue
from encoders import draw as drawing
from encoders.draw import Gallery, Panel, as_cut_lines, as_mesh, mosaic, notebook
from encoders.draw.ansi import TRUE_COLOUR
from encoders.draw.colouring import colouring_picture, refuse_large, too_large
from encoders.draw.mosaic import Mosaic
from encoders.draw.notebook import Pdf, Png, Svg
from encoders.draw.picture import Picture
from encoders.draw.workshop import Measures, bodies
from encoders.puzzle import Puzzle
from exactcover.api.disassembling import disassemble, has_pieces
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.files import judging
from exactcover.files.judging.drawables import Drawable, Several
from exactcover.judges import colouring
from exactcover.model import certificate
from exactcover.model.answer import Answer
from exactcover.model.errors import InvalidInput
from exactcover.model.layout import MOST_DRAWN, Layout
from exactcover.model.own_items import named
from exactcover.model.solution import Solution
from exactcover.model.tiling import Tiling
from exactcover.solving.summary import summary

FILES = (".svg", ".png", ".pdf", ".stl", ".obj", ".txt", ".gif")
"""What a drawing can be written as."""


@overload
def draw(
    subject: Subject,
    solution: object = None,
    *,
    format: Literal["text"] = "text",
    view: str = "layers",
    pieces: bool | None = None,
    colour: bool = False,
    columns: int = 100,
) -> str:
    """Return the drawing as text."""


@overload
def draw(
    subject: Subject,
    solution: object = None,
    *,
    format: Literal["svg"],
    view: str = "layers",
    pieces: bool | None = None,
) -> Svg:
    """Return the drawing as an SVG document."""


@overload
def draw(
    subject: Subject,
    solution: object = None,
    *,
    format: Literal["png"],
    view: str = "layers",
    pieces: bool | None = None,
) -> Png:
    """Return the drawing as the bytes of a PNG file."""


@overload
def draw(
    subject: Subject,
    solution: object = None,
    *,
    format: Literal["pdf"],
    view: str = "layers",
    pieces: bool | None = None,
) -> Pdf:
    """Return the drawing as the bytes of a PDF file."""


def draw(
    subject: Subject,
    solution: object = None,
    *,
    format: str = "text",  # noqa: A002 (the word that every caller would try first)
    view: str = "layers",
    pieces: bool | None = None,
    colour: bool = False,
    columns: int = 100,
) -> str | bytes:
    """Return the drawing of a solution (judged first), or of the puzzle alone; raises InvalidInput.

    solution: a solution, an Answer, an answer object or a certificate. format: `text`, `svg`, `png` or `pdf`; a notebook shows
    all but text as pictures. view: how these show a body, by `layers`; by `iso`, its layers lifted apart; or `solid`, as it
    stands. pieces: also draw the puzzle's pieces; None: only in an image of a puzzle alone. colour, columns: for text, 24-bit
    colours and the maximum width.
    """
    about = puzzle_about(subject)
    shown = Drawable(about) if solution is None else judging.drawable_of(about, named(solution))
    return in_format(shown, format, view, pieces=pieces, colour=colour, columns=columns)


def drawables(words: Sequence[str], most: int) -> Drawable | Several:
    """Return the drawable that `draw PUZZLE`, `draw PUZZLE FILE` or `draw FILE` names; raises InvalidInput.

    FILE is an answer, a certificate, a solution, or several of these; its content is judged before it is drawn. most: the
    maximum number of solutions to draw.
    """
    specification, rest = catalogue.split_words(words)
    if len(rest) == 1 and rest[0].lower().endswith(".npz"):
        subject = catalogue.puzzle(*specification)
        return Drawable(subject, judging.layout_in(subject, Path(rest[0])))
    subject, text, folder = words_drawn(words)
    return Drawable(subject) if text is None else judging.drawables(subject, text, folder, most)


def words_drawn(words: Sequence[str]) -> tuple[Puzzle, str | None, Path]:
    """Return the puzzle that the words of `draw` name, the text of FILE (None: the puzzle alone) and the folder of FILE.

    Raises InvalidInput, also for arrays (.npz), which are not text.
    """
    specification, rest = catalogue.split_words(words)
    if len(rest) > 1:
        raise InvalidInput(f"draw was given {len(rest)} files; expected at most one after the puzzle")
    if rest:
        path = Path(rest[0])
        if path.suffix.lower() == ".npz":
            raise InvalidInput(f"the file {path} has arrays, which are drawn here only; expected it without a server")
        return catalogue.puzzle(*specification), catalogue.read_answer_file(path), path.parent
    if len(specification) == 1 and specification[0].endswith((".json", ".jsonl")):
        path = Path(specification[0])
        text = catalogue.read_answer_file(path)
        source = next((each for each in judging.objects(text) if judging.names_its_puzzle(each)), None)
        if source is not None:
            evidence = judging.evidence_in(text)
            named = None if certificate.is_certificate(evidence) else evidence
            return catalogue.puzzle_of_answer(source, named), text, path.parent
    return catalogue.puzzle(*specification), None, Path()


def picture(shown: Drawable) -> Picture:
    """Return the picture of a solution, of an argument, or of the puzzle alone; raises InvalidInput if the solution is wrong."""
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


def in_format(
    shown: Drawable, file_format: str, view: str, *, pieces: bool | None, colour: bool, columns: int
) -> str | bytes:
    """Return a drawing as `text`, `svg`, `png` or `pdf`, see `exactcover.draw`; raises InvalidInput."""
    drawn = _shown(shown, "", view, f".{file_format}", pieces)
    if isinstance(drawn, Mosaic):
        return notebook.large(drawn, file_format)
    return notebook.in_format(drawn, file_format, view, colours=TRUE_COLOUR if colour else 0, columns=columns)


def draw_text(
    shown: Drawable | Several, *, colours: int = 0, columns: int = 100, window: str = "", pieces: bool = False
) -> str:
    """Return a drawing as text; colours: how many the terminal supports, 0, 16, 256 or 2^24. Raises InvalidInput.

    window: a part of the board, as `0,0/40,80`: from one corner up to, but not including, the other; pieces: draw them below
    the board.
    """
    drawn = _shown(shown, window, "layers", "", pieces)
    return mosaic.in_file(drawn, "").decode() if isinstance(drawn, Mosaic) else drawing.text(drawn, colours, columns)


def _shown(
    shown: Drawable | Several, window: str, view: str, ending: str, pieces: bool | None
) -> Picture | Gallery | Mosaic:
    """Return the picture of a window, or of the whole: a mosaic if it has too many pieces to list.

    pieces: draw those of the puzzle below; None: only in an image of a puzzle alone, if it has any.
    """
    if isinstance(shown, Several):
        return _sheet(shown, window, pieces)
    many = isinstance(shown.solution, Layout) and len(shown.solution) > MOST_DRAWN and view == "layers"
    if not window and not many:
        return _with_pieces(shown, ending, pieces)
    if pieces:
        raise InvalidInput("pieces were asked for beside a part of a board, or a large one; expected the board alone")
    _refuse_wrong(shown)
    large: Mosaic = shown.puzzle.mosaic(shown.solution)
    return large.window(*mosaic.corners(window)) if window else large


def _with_pieces(shown: Drawable, ending: str, pieces: bool | None) -> Picture | Gallery:
    """Return the picture, with the puzzle's pieces below it if they are wanted."""
    drawn = picture(shown)
    alone = shown.solution is None and shown.refutation is None
    if not pieces and not (pieces is None and alone and ending in drawing.IMAGES):
        return drawn
    panels = shown.puzzle.pieces()
    if panels is None:
        if pieces:
            raise InvalidInput(f"a {shown.puzzle.kind} has no pieces to draw; expected a puzzle with pieces")
        return drawn
    return Gallery((Panel("", drawn), *panels))


def _sheet(shown: Several, window: str, pieces: bool | None) -> Gallery:
    """Return several solutions on a sheet, each labelled with its number."""
    if window or pieces:
        extra = "a window" if window else "pieces"
        raise InvalidInput(
            f"{extra} cannot be drawn with {shown.number:,} solutions; expected one solution, or --limit 1"
        )
    panels = []
    for number, solution in enumerate(shown.solutions, start=1):
        panels.append(Panel(f"{number:,}", picture(Drawable(shown.puzzle, solution))))
    title = f"{shown.puzzle.title}: " if shown.puzzle.title else ""
    return Gallery(tuple(panels), f"{title}{shown.note()}")


def draw_file(
    shown: Drawable | Several,
    ending: str,
    *,
    film: bool = False,
    view: str = "layers",
    window: str = "",
    pieces: bool | None = None,
    measures: Measures | None = None,
) -> bytes:
    """Return a drawing as .svg, .png, .pdf or .txt, a film also as .gif, pieces to be made as .stl or .obj.

    film: animate the .svg of a plan, or of pieces of cells as they come apart; view: see `draw`, and `cut`, the lines
    of a laser as .svg; pieces: also draw those of the puzzle, or make them apart; None: only in an image of a puzzle alone;
    measures: of what is made. Raises InvalidInput.
    """
    if ending not in FILES:
        raise InvalidInput(
            f"a drawing cannot be written as {ending!r}; expected {', '.join(FILES[:-1])} or {FILES[-1]}"
        )
    if ending in as_mesh.ENDINGS or view == "cut":
        if film or window:
            raise InvalidInput("pieces are made whole and do not move; expected neither a window nor a film")
        return _made(shown, ending, view, measures or Measures(), apart=bool(pieces))
    if measures is not None:
        raise InvalidInput("measures are for what is made; expected .stl or .obj, or the view cut")
    if (ending == ".gif" or film) and view != "layers":
        raise InvalidInput(f"a film cannot be drawn in the view {view!r}; expected the view layers")
    if ending == ".gif" or film:
        return _film(shown, ending)
    drawn = _shown(shown, window, view, ending, pieces)
    return mosaic.in_file(drawn, ending) if isinstance(drawn, Mosaic) else drawing.in_file(drawn, ending, view)


def measures(millimetres: Mapping[str, float] | None) -> Measures | None:
    """Return measures by name, those left out as usual; None for None. Raises InvalidInput."""
    return None if millimetres is None else Measures(**millimetres)


def _made(shown: Drawable | Several, ending: str, view: str, measures: Measures, *, apart: bool) -> bytes:
    """Return the pieces of a solution, or one of each piece of a puzzle alone, as a mesh or as the lines of a laser."""
    if isinstance(shown, Several):
        raise InvalidInput(f"{shown.number:,} solutions cannot be made together; expected one, or --limit 1")
    if view not in ("cut", "layers") or (view == "cut" and ending != ".svg"):
        raise InvalidInput(f"the view {view} is not written as {ending}; expected the view cut as .svg, or layers")
    drawn: Picture | Gallery = picture(shown)
    if shown.solution is None:
        drawn = Gallery(tuple(shown.puzzle.pieces() or ()))
    pieces, plane = bodies(drawn, apart=apart or measures.kerf > 0)
    if view != "cut":
        return as_mesh.in_file(pieces, ending, measures, plane=plane)
    if not plane:
        raise InvalidInput("the pieces are solid and cannot be cut out of a plane; expected .stl or .obj")
    whole = isinstance(drawn, Picture) and not apart and not measures.kerf
    return as_cut_lines.svg(pieces, measures, drawn if whole and isinstance(drawn, Picture) else None).encode()


def piece_file(shown: Drawable, number: int, ending: str) -> bytes:
    """Return one piece of a solution as a mesh, .stl or .obj, where it stands; number: counted from 0. Raises InvalidInput."""
    pieces, plane = bodies(picture(shown), apart=False)
    if ending not in as_mesh.ENDINGS or not 0 <= number < len(pieces):
        last = len(pieces) - 1
        raise InvalidInput(f"piece {number} as {ending} was asked for; expected 0 to {last}, and .stl or .obj")
    return as_mesh.in_file(pieces[number : number + 1], ending, Measures(), plane=plane)


def undrawn(shown: Drawable, ending: str = "") -> str:
    """Return why a colouring is too large to draw with an answer, or (ending) in a file; an empty string if it is not."""
    model = shown.puzzle.encode().model
    return too_large(model.region, bool(ending)) if shown.refutation and isinstance(model, Tiling) else ""


def in_notebook(puzzle: Puzzle, answer: Answer, as_html: bool) -> str | None:
    """Return what a notebook shows of an answer: the drawing of its solution or colouring; as HTML, with a summary."""
    refutation = None if answer.certificate is None else answer.certificate.refutation
    shown = None
    if answer.solution is not None or (refutation is not None and refutation.argument == "colouring"):
        shown = notebook.unasked(lambda: picture(Drawable(puzzle, named(answer.solution), refutation)))
    return notebook.html(summary(answer), shown) if as_html else shown


def solutions_in_notebook(
    puzzle: Puzzle, first: Sequence[Solution | Layout], taken: int, answer: Answer | None, as_html: bool
) -> str | None:
    """Return what a notebook shows of solutions as they are taken: their number, the answer's summary, the first ones drawn.

    Layouts are not drawn. None: there is no drawing, and no HTML is wanted.
    """
    drawn = [each for each in first if not isinstance(each, Layout)]
    shown = notebook.unasked(lambda: _taken(puzzle, drawn, taken)) if drawn else None
    if not as_html:
        return shown
    words = f"{taken:,} solution{'' if taken == 1 else 's'} taken"
    return notebook.html(words + (", and there may be more" if answer is None else f"\n{summary(answer)}"), shown)


def _taken(puzzle: Puzzle, first: Sequence[Solution], taken: int) -> Picture | Gallery:
    """Return the picture of the only solution taken, or of the first of many on a sheet."""
    if taken == 1:
        return picture(Drawable(puzzle, named(first[0])))
    return _sheet(Several(puzzle, tuple(map(named, first)), taken), "", None)


def _film(shown: Drawable | Several, ending: str) -> bytes:
    if isinstance(shown, Several):
        raise InvalidInput(f"a film was asked for of {shown.number:,} solutions; expected one, or --limit 1")
    if shown.solution is None:
        raise InvalidInput("a film was asked for without a plan; expected a solution to show")
    if ending not in (".svg", ".gif"):
        raise InvalidInput(f"a film cannot end in {ending!r}; expected .svg or .gif")
    if shown.puzzle.rules.film is None and has_pieces(shown.puzzle):
        taken = disassemble(shown.puzzle, shown.solution)
        return drawing.disassembly_in_file(picture(shown), taken, ending)
    _refuse_wrong(shown)
    return drawing.film_in_file(shown.puzzle.film(shown.solution), ending)


def refuse_film(puzzle: Puzzle) -> None:
    """Raise InvalidInput if solutions of a puzzle are not plans, which a film could show move by move."""
    if puzzle.rules.film is None:
        raise InvalidInput(f"a {puzzle.kind} has no plan to show move by move; expected an ending other than .gif")


def _refuse_wrong(shown: Drawable) -> None:
    for wrong in () if shown.attempt or shown.solution is None else shown.puzzle.each_fault(shown.solution):
        raise InvalidInput(f"the solution is wrong and cannot be drawn: {wrong}")
