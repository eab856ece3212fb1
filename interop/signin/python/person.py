"""The person who signs in: follows redirects, keeps cookies and sends the forms an authorization server shows."""

import html.parser
import http.cookiejar
import re
import urllib.error
import urllib.parse
import urllib.request


class Person:
    """A person with a browser of their own. They agree to whatever is asked and remember having been asked."""

    def __init__(self, name: str = "ada") -> None:
        self.name = name
        self.asked: list[dict[str, str]] = []  # the parameters of every authorization request, in order
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._browser = urllib.request.build_opener(cookies, _Still(), urllib.request.ProxyHandler({}))

    def authorize(self, url: str) -> dict[str, str]:
        """Opens an authorization URL and returns the parameters with which the browser was sent back."""
        self.asked.append(_parameters(url))
        back = self.asked[-1]["redirect_uri"]
        body = None
        for _ in range(20):
            headers = {"Accept": "text/html"}
            if body is not None:
                headers["Origin"] = "{0.scheme}://{0.netloc}".format(urllib.parse.urlparse(url))
            with self._open(urllib.request.Request(url, body, headers)) as response:
                location, page = response.headers["Location"], response.read().decode()
            if location is None:
                url, body = self._fill_in(page, url)
                continue
            url, body = urllib.parse.urljoin(url, location), None
            if url.startswith(back):
                return _parameters(url)
        raise AssertionError(f"no way back to {back} after 20 pages")

    def _open(self, request: urllib.request.Request):
        try:
            return self._browser.open(request, timeout=60)
        except urllib.error.HTTPError as redirect:
            if redirect.headers["Location"]:
                return redirect
            raise AssertionError(f"{request.full_url} answered {redirect.code}: {redirect.read().decode()}") from None

    def _fill_in(self, page: str, url: str) -> tuple[str, bytes]:
        form = _Form()
        form.feed(page)
        if form.action is None:
            raise AssertionError(f"{url} shows no form: {page}")
        form.pick(self.name)
        fields = [(name, value or ("" if kind == "hidden" else self.name)) for name, kind, value in form.fields]
        agrees = [b for b in form.buttons if not re.search("deny|cancel|refuse", b[1], re.IGNORECASE)]
        if agrees and agrees[0][0]:
            fields.append(agrees[0])
        return urllib.parse.urljoin(url, form.action), urllib.parse.urlencode(fields).encode()


class _Still(urllib.request.HTTPRedirectHandler):
    """Leaves every redirect to the caller."""

    def redirect_request(self, *_):
        return None


class _Form(html.parser.HTMLParser):
    """The first form of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.action: str | None = None
        self.fields: list[tuple[str, str, str]] = []  # name, type, value
        self.buttons: list[tuple[str, str]] = []  # name, value
        self._radios: list[tuple[str, str, bool]] = []  # name, value, checked
        self._over = False

    def handle_starttag(self, tag, attrs) -> None:
        at = {k: v or "" for k, v in attrs}
        if tag == "form" and self.action is None:
            self.action = at.get("action", "")
        if self.action is None or self._over:
            return
        kind = at.get("type", "text")
        if tag == "button":
            self.buttons.append((at.get("name", ""), at.get("value", "")))
        if tag == "input" and kind == "radio":
            self._radios.append((at.get("name", ""), at.get("value", ""), "checked" in at))
        elif tag == "input" and at.get("name") and kind != "submit" and (kind != "checkbox" or "checked" in at):
            self.fields.append((at["name"], kind, at.get("value", "")))

    def pick(self, value: str) -> None:
        """Chooses that value of a group of radio buttons if it is there, else what is chosen already."""
        for group in dict.fromkeys(name for name, *_ in self._radios):
            values = {v: checked for name, v, checked in self._radios if name == group}
            chosen = [value] if value in values else [v for v, checked in values.items() if checked]
            self.fields.extend((group, "radio", v) for v in chosen)

    def handle_endtag(self, tag) -> None:
        if tag == "form":
            self._over = True


def _parameters(url: str) -> dict[str, str]:
    return dict(urllib.parse.parse_qsl(urllib.parse.urlparse(url).query))
