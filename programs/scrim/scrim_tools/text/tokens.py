# SPDX-License-Identifier: MIT
"""Finds keys and tokens of well-known services, by the prefixes and lengths that the services document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from .misread import similar
from .spans import Span


class Kind(NamedTuple):
    """A kind of key."""

    service: str
    #: What it begins with. Several are separated by spaces.
    prefixes: str
    #: How many characters follow, at least.
    length: int
    #: Where the service documents it.
    source: str


#: Where the length varies, the smallest one.
KINDS = (
    Kind("AWS access key id", "AKIA ASIA ABIA ACCA", 16, "docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html"),
    Kind("AWS Bedrock", "ABSK", 100, "docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html"),
    Kind("GitHub", "ghp_ gho_ ghu_ ghs_ ghr_", 36, "github.blog/engineering/behind-githubs-new-authentication-token-formats"),
    Kind("GitHub fine-grained", "github_pat_", 82, "docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github"),
    Kind("GitLab", "glpat- gldt- glptt- glft- glsoat- glffct- glimt-", 20, "docs.gitlab.com/security/tokens/#token-prefixes"),
    Kind("GitLab runners, jobs and agents", "glrt- glcbt- glrtr- glagent-", 20, "docs.gitlab.com/security/tokens/#token-prefixes"),
    Kind("GitLab applications", "gloas-", 64, "docs.gitlab.com/security/tokens/#token-prefixes"),
    Kind("Slack", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxe.xoxp- xapp-", 50, "docs.slack.dev/authentication/tokens"),
    Kind("Slack webhook", "hooks.slack.com/services/", 40, "docs.slack.dev/messaging/sending-messages-using-incoming-webhooks"),
    Kind("Stripe", "sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_", 24, "docs.stripe.com/keys"),
    Kind("Stripe webhook", "whsec_", 32, "docs.stripe.com/webhooks"),
    Kind("Google API key", "AIza", 35, "cloud.google.com/docs/authentication/api-keys"),
    Kind("Google OAuth", "GOCSPX- ya29.", 28, "developers.google.com/identity/protocols/oauth2"),
    Kind("OpenAI", "sk-proj- sk-svcacct- sk-admin-", 48, "platform.openai.com/docs/api-reference/authentication"),
    Kind("OpenAI, older, and similar services", "sk-", 32, "platform.openai.com/docs/api-reference/authentication"),
    Kind("OpenRouter", "sk-or-v1-", 64, "openrouter.ai/docs/api-reference/authentication"),
    Kind("Anthropic", "sk-ant-api03- sk-ant-admin01- sk-ant-", 80, "docs.anthropic.com/en/api/overview"),
    Kind("Groq", "gsk_", 52, "console.groq.com/docs/quickstart"),
    Kind("xAI", "xai-", 80, "docs.x.ai/docs/overview"),
    Kind("Hugging Face", "hf_", 34, "huggingface.co/docs/hub/security-tokens"),
    Kind("Replicate", "r8_", 37, "replicate.com/docs/reference/http#authentication"),
    Kind("npm", "npm_", 36, "docs.npmjs.com/about-access-tokens"),
    Kind("PyPI", "pypi-AgEIcHlwaS5vcmc pypi-AgENdGVzdC5weXBpLm9yZw", 50, "docs.pypi.org/api/secrets"),
    Kind("RubyGems", "rubygems_", 48, "guides.rubygems.org/api-key-scopes"),
    Kind("Docker Hub", "dckr_pat_ dckr_oat_", 27, "docs.docker.com/security/access-tokens"),
    Kind("Twilio", "SK AC", 32, "www.twilio.com/docs/glossary/what-is-a-sid"),
    Kind("SendGrid", "SG.", 66, "www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys"),
    Kind("Mailgun", "key-", 32, "documentation.mailgun.com/docs/mailgun/api-reference/mg-auth"),
    Kind("DigitalOcean", "dop_v1_ doo_v1_ dor_v1_", 64, "docs.digitalocean.com/reference/api/create-personal-access-token"),
    Kind("Heroku", "HRKU-", 36, "devcenter.heroku.com/articles/authentication"),
    Kind("Shopify", "shpat_ shpca_ shppa_ shpss_", 32, "shopify.dev/docs/apps/build/authentication-authorization"),
    Kind("Square", "sq0atp- sq0csp-", 22, "developer.squareup.com/docs/build-basics/access-tokens"),
    Kind("Databricks", "dapi", 32, "docs.databricks.com/en/dev-tools/auth/pat.html"),
    Kind("HashiCorp Vault", "hvs. hvb. hvr.", 24, "developer.hashicorp.com/vault/docs/concepts/tokens"),
    Kind("Grafana", "glsa_ glc_", 32, "grafana.com/docs/grafana/latest/administration/service-accounts"),
    Kind("New Relic", "NRAK-", 27, "docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys"),
    Kind("Sentry", "sntrys_ sntryu_", 60, "docs.sentry.io/account/auth-tokens"),
    Kind("Linear", "lin_api_", 40, "linear.app/developers"),
    Kind("Notion", "ntn_ secret_", 43, "developers.notion.com/docs/authorization"),
    Kind("Figma", "figd_", 40, "developers.figma.com/docs/rest-api/authentication"),
    Kind("Postman", "PMAK-", 59, "learning.postman.com/docs/developer/postman-api/authentication"),
    Kind("Atlassian", "ATATT3xFfGF0", 150, "developer.atlassian.com/cloud/admin"),
    Kind("Telegram", "<bot>:", 35, "core.telegram.org/bots/api#authorizing-your-bot"),
    Kind("age", "AGE-SECRET-KEY-1", 58, "github.com/C2SP/C2SP/blob/main/age.md"),
    # Keys without a prefix are found behind their names.
    Kind("AWS secret access key", "<aws>", 40, "docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html"),
    Kind("Azure Storage", "AccountKey= SharedAccessKey=", 43, "learn.microsoft.com/azure/storage/common/storage-configure-connection-string"),
    Kind("Twilio auth token", "<twilio>", 32, "www.twilio.com/docs/iam/api/authtoken"),
)
_SPECIAL = {
    # In the address of each call, "bot" precedes it, and the name of the method follows behind a slash.
    "<bot>:": r"(?:bot)?\d{8,10} ?: ?(?=[A-Za-z0-9_\-]{8})",
    "<aws>": r"(?:aws.{0,3})?secret.{0,3}access.{0,3}key[\"' ]{0,3}(?:[:=][\"' ]{0,3}|[>\n ]{1,3})",
    "<twilio>": r"(?:twilio.{0,3})?auth.?token[\"' ]{0,3}[:=]?[\"' \n]{0,3}(?=[0-9a-fOolSB]{8})",
}
#: A key must have this share of its characters. tesseract loses some.
_SHARE = 0.7
_CHUNK = re.compile(r"[^\s\"'`,;<>]+")
_NOT_OF_KEYS = re.compile(r"[^\w\-+/=.|)\]}!]|(?<=[a-z])/(?=[a-z])")
_SPACE = re.compile(r"[ \n]")
#: Follows a key, but does not belong to it.
_TRAILING = ".:!?)]}\u2026"
#: After the smallest length, a chunk belongs to the key if it is longer than this, and looks random.
_LONG_CHUNK = 12
#: Services whose keys have hexadecimal digits only.
_HEXADECIMAL = {"Twilio", "Twilio auth token", "Mailgun", "DigitalOcean", "Shopify", "Databricks", "OpenRouter"}
_LIKE_HEXADECIMAL = frozenset("0123456789abcdefABCDEFOolISQZ-")


@cache
def _prefixes() -> tuple[tuple[Kind, re.Pattern[str]], ...]:
    """Each prefix as tesseract may read it."""
    found = []
    for kind in KINDS:
        for prefix in kind.prefixes.split():
            if prefix in _SPECIAL:
                read = re.compile(rf"(?<![^\W_]){_SPECIAL[prefix]}", re.IGNORECASE)
            else:
                # tesseract separates the letters of some prefixes (xox b-), and doubles narrow ones.
                letters = (similar(c, optional=len(prefix) > 4) + ("{1,2}" if c in "Ilx" else "") for c in prefix)
                # Behind a short prefix, prices and words follow too ($6.32 for SG.32).
                rest = "" if len(prefix) > 3 else r"(?=[^\s.]{6})"
                read = re.compile(rf"(?<![^\W_]){(' ?' if len(prefix) > 3 else '').join(letters)}{rest}")
            found.append((kind, read))
    return tuple(found)


def api_keys(text: str) -> Iterator[Span]:
    """Finds keys and tokens of the services in KINDS."""
    found = []
    for kind, prefix in _prefixes():
        for match in prefix.finditer(text):
            body, end = _body(text, match.end(), kind.length)
            if len(body) >= _SHARE * kind.length and _fits(kind, body):
                found.append((match.start(), end))
    last = 0
    for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
        if end > last:
            yield start, end
            last = end


def _body(text: str, start: int, length: int) -> tuple[str, int]:
    """The characters after a prefix, and their end. tesseract separates a key into chunks, and screens wrap it."""
    body, end = "", start
    while chunk := _CHUNK.match(text, start):
        part = chunk[0]
        while part and part[-1] in _TRAILING and len(body + part) > length:
            part = part[:-1]
        if body:
            following = _CHUNK.match(text, chunk.end() + 1) if text.startswith(" ", chunk.end()) else None
            if not _belongs(part, length - len(body), following[0] if following else "", wrapped=text[end] == "\n"):
                break
        body += part
        end = chunk.start() + len(part)
        if end < chunk.end() or not _SPACE.match(text, end):
            break
        start = end + 1
    return body, end


def _belongs(chunk: str, missing: int, following: str, *, wrapped: bool) -> bool:
    """Whether a chunk continues a key to which so many characters are missing."""
    if len(_NOT_OF_KEYS.findall(chunk)) > 1:
        return False
    if missing <= 0:
        return len(chunk) > _LONG_CHUNK and _mixed(chunk)
    if wrapped and len(chunk) != missing:
        return _mixed(chunk) and len(chunk) >= 4
    if missing <= 2:
        return len(chunk) <= missing + 1 + (not following) and not (_prose(chunk) and following)
    if not _prose(chunk):
        return True
    # tesseract read a part of the key as small letters, or a word of prose follows.
    return len(chunk) <= missing + 1 and (missing - len(chunk) <= 3 or not _prose(following or chunk))


def _prose(word: str) -> bool:
    return word.isalpha() and word.islower()


def _mixed(text: str) -> bool:
    """Whether a word has digits and letters, or capitals after small letters, as words of prose do not."""
    return bool(re.search(r"\d[^\W\d_]|[^\W\d_]\d|[a-z][A-Z]", text))


def _fits(kind: Kind, body: str) -> bool:
    """Whether the characters look random, and not like words with hyphens or underscores, and can be a key of the kind."""
    # In the address of a page, its other parts follow: https://KEY@host/path-of-words
    ends = r"[@&?#%:/]" if kind.service in {"Telegram", "AWS access key id", *_HEXADECIMAL} else r"[@&?#%:]"
    head = re.split(ends, body, maxsplit=1)[0]
    body = head if len(head) >= _SHARE * kind.length else body
    if kind.service.startswith("AWS access"):
        # Short, and the beginning of words. Some have no digit.
        letters = sum(character.islower() for character in body)
        return abs(len(body) - 16) <= 3 and letters <= 4 and (_mixed(body) or len(body) == 16)
    if kind.service in _HEXADECIMAL:
        others = sum(character not in _LIKE_HEXADECIMAL for character in body)
        if others > len(body) // 16 or body[0] not in _LIKE_HEXADECIMAL or kind.service == "Twilio" and not 31 <= len(body) <= 34:
            return False
    if kind.service == "Telegram" and len(body) > 40:
        return False
    parts = re.split(r"[_\-./]", body)
    random = [part for part in parts if _mixed(part) or part.isdecimal()]
    return any(len(part) >= 6 and _mixed(part) for part in random) and len(set(body)) >= 8 and 2 * sum(map(len, random)) >= len(body)
