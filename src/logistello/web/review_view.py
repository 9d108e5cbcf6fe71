"""Reviews and explanations as JSON."""

from __future__ import annotations

from logistello.othello import Game, Position
from logistello.othello.opening_names import opening_of
from logistello.review.expectation import ACCURACY_SCALE, DISC_THRESHOLDS, EXPLANATION, THRESHOLDS, WASTEFUL_DISCS
from logistello.review.explain import Explanation, shares_of_regions
from logistello.review.game_review import ReviewedMove
from logistello.review.reasons import Comparison, Count, LineEnd
from logistello.review.summary import FAVOURITE, GameReview, SideReview
from logistello.web.engine_view import line, outlook_reply
from logistello.web.game_view import color_name
from logistello.web.schemas.reviews import (
    CountReply,
    DiscThreshold,
    ExplainReply,
    PatternShareReply,
    PhaseLossReply,
    ReasonReply,
    RegionShare,
    ReviewedMoveReply,
    ReviewStart,
    ReviewSummary,
    SideSummary,
    Threshold,
    TurningPointReply,
    WhyLine,
    WhyReply,
)


def start_reply(total: int) -> ReviewStart:
    return ReviewStart(
        total=max(total, 0),
        thresholds=[Threshold(name=name.value, least=least) for name, least in THRESHOLDS],
        disc_thresholds=[DiscThreshold(name=name.value, least=least) for name, least in DISC_THRESHOLDS],
        wasteful_discs=WASTEFUL_DISCS,
        accuracy_scale=ACCURACY_SCALE,
        favourite=FAVOURITE,
        explanation=EXPLANATION,
    )


def move_reply(move: ReviewedMove) -> ReviewedMoveReply:
    return ReviewedMoveReply(
        ply=move.ply,
        number=move.number,
        mover=color_name(move.mover),
        played=str(move.played),
        best=str(move.best.move),
        score=round(move.score, 2),
        best_score=round(move.best.score, 2),
        disc_loss=round(move.disc_loss, 2),
        expected=round(move.expected, 4),
        best_expected=round(move.best_expected, 4),
        loss=round(move.loss, 4),
        move_class=move.move_class.value,
        disc_class=move.disc_class.value,
        phase=move.phase,
        depth=move.best.depth,
        confidence=move.best.confidence,
        exact=move.best.exact,
        choices=len(move.position.legal_moves),
        best_pv=line(move.best.pv),
        played_pv=line(move.found.pv),
        outlook=outlook_reply(move.best.outlook),
        played_outlook=outlook_reply(move.found.outlook),
        black_value=round(move.best.pov_score.black, 2),
    )


def summary_reply(game: Game, review: GameReview) -> ReviewSummary:
    opening = opening_of(game.positions())
    return ReviewSummary(
        black=_side(review.black),
        white=_side(review.white),
        turning_points=[
            TurningPointReply(
                ply=point.move.ply,
                number=point.move.number,
                mover=color_name(point.move.mover),
                played=str(point.move.played),
                favourite_before=None if point.before is None else color_name(point.before),
                favourite_after=None if point.after is None else color_name(point.after),
                swing=round(point.swing, 4),
            )
            for point in review.turning_points
        ],
        opening=None if opening is None else opening.name,
        text=review.sentence(),
    )


def _side(side: SideReview) -> SideSummary:
    return SideSummary(
        color=color_name(side.color),
        moves=side.moves,
        accuracy=None if side.accuracy is None else round(side.accuracy, 1),
        disc_loss=round(side.disc_loss, 1),
        expected_loss=round(side.expected_loss, 3),
        classes={name.value: number for name, number in side.classes.items()},
        phases=[
            PhaseLossReply(
                phase=each.phase, moves=each.moves, discs=round(each.discs, 1), expected=round(each.expected, 3)
            )
            for each in side.phases
        ],
    )


def explain_reply(position: Position, found: Explanation) -> ExplainReply:
    return ExplainReply(
        position=position.text,
        turn=color_name(position.turn),
        value=found.value,
        line_value=found.line_value,
        other_value=found.other_value,
        constant=found.constant,
        squares=[float(share) for share in found.squares],
        patterns=[
            PatternShareReply(pattern=share.pattern, squares=line(share.squares), discs=share.discs)
            for share in found.largest(len(found.shares))
        ],
        regions=[RegionShare(region=name, discs=round(discs, 3)) for name, discs in shares_of_regions(found.shares)],
        sentence=found.sentence,
    )


def why_reply(found: Comparison) -> WhyReply:
    return WhyReply(
        position=found.position.text,
        turn=color_name(found.position.turn),
        better=_why_line(found.position, found.better, found.better_score),
        worse=_why_line(found.position, found.worse, found.worse_score),
        reasons=[
            ReasonReply(
                kind=reason.kind,
                better=_count(reason.better),
                worse=_count(reason.worse),
                line=reason.line,
                ply=reason.ply,
                squares=line(reason.squares),
            )
            for reason in found.reasons
        ],
        sentence=found.sentence(),
    )


def _why_line(position: Position, end: LineEnd, score: float) -> WhyLine:
    positions = []
    for move in end.moves:
        position = position.play(move)
        positions.append(position.text)
    return WhyLine(move=str(end.moves[0]), line=line(end.moves), score=round(score, 3), positions=positions)


def _count(count: Count) -> CountReply:
    return CountReply(own=count.own, opponent=count.opponent)
