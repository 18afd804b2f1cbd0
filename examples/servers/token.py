"""A token for the portal's pages. The secret stays on the server."""
import json
import os
from base64 import b64encode
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen


def fetch_atalaia_token() -> str:
    client = f"{os.environ['CLIENT_ID']}:{os.environ['CLIENT_SECRET']}"
    request = Request(
        os.environ["ATALAIA"] + "/api/oauth/token",
        data=urlencode({"grant_type": "client_credentials", "scope": "leaks:read emails:add"}).encode(),
        headers={"Authorization": "Basic " + b64encode(client.encode()).decode()},
    )
    try:
        with urlopen(request, timeout=10) as answer:
            return json.load(answer)["access_token"]
    except HTTPError as error:
        raise RuntimeError(f"Atalaia: {error.code} {error.read().decode()}") from error


def is_own_page(method: str | None, sec_fetch_site: str | None) -> bool:
    return method == "POST" and sec_fetch_site == "same-origin"


if __name__ == "__main__":
    # In your portal: the answer to POST /atalaia-token of who is signed in, as text/plain with Cache-Control: no-store,
    # and 403 to all who are not your own pages. The request is that of a CGI program here.
    if is_own_page(os.environ.get("REQUEST_METHOD"), os.environ.get("HTTP_SEC_FETCH_SITE")):
        print(fetch_atalaia_token(), end="")
