"""Errors: what people see of them."""

import pickle

from shudu.core.errors import ManySolutions, ShuduError


def test_the_repr_of_an_error_shows_its_message() -> None:
    error = ShuduError("core.not-a-cell", value=81)
    assert repr(error) == f"<ShuduError: {error}>"
    copy = pickle.loads(pickle.dumps(ManySolutions("kernel.many-solutions", puzzle="the empty grid")))
    assert repr(copy) == f"<ManySolutions: {copy}>"
