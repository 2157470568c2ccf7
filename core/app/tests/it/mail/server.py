"""A mail server for tests.

Prints one line of JSON for what happens: {"ready": port} once it listens, {"mode": ...} when it
was told how to behave, {"login": ok} for every attempt to sign in, {"hanging": true} when it falls
silent, and every mail it takes. Its standard input tells it how to behave: "accept",
"refuse 550 No such person", or "hang"; "pause" only makes it answer.
"""

import argparse
import asyncio
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult


def tell(**what):
    print(json.dumps(what), flush=True)


class Behaviour:
    """What the server does with a mail."""

    def __init__(self):
        self.mode = "accept"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.mode.startswith("refuse "):
            return self.mode.removeprefix("refuse ")
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if self.mode == "hang":
            tell(hanging=True)
            await asyncio.Event().wait()
        tell(
            sender=envelope.mail_from,
            to=envelope.rcpt_tos,
            data=envelope.content.decode(),
            tls=session.ssl is not None or arguments.security == "tls",
            login=session.authenticated,
        )
        return "250 Taken"


def authenticate(server, session, envelope, mechanism, data):
    right = (data.login.decode(), data.password.decode()) == (arguments.user, arguments.password)
    tell(login=right)
    return AuthResult(success=right, handled=right)


def certificate():
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(arguments.certificate, arguments.key)
    return context


async def main():
    loop = asyncio.get_running_loop()
    behaviour = Behaviour()
    upgrade = certificate() if arguments.security == "starttls" else None

    def connection():
        return SMTP(
            behaviour,
            hostname="localhost",
            loop=loop,
            tls_context=upgrade,
            require_starttls=upgrade is not None,
            authenticator=authenticate,
            auth_required=bool(arguments.user),
            auth_require_tls=upgrade is not None,
        )

    at_once = certificate() if arguments.security == "tls" else None
    server = await loop.create_server(connection, "127.0.0.1", arguments.port, ssl=at_once)
    tell(ready=server.sockets[0].getsockname()[1])
    orders = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while order := await orders.readline():
        order = order.decode().strip()
        if order != "pause":
            behaviour.mode = order
        tell(mode=order)


parser = argparse.ArgumentParser()
parser.add_argument("--port", type=int, default=0)
parser.add_argument("--security", choices=["starttls", "tls", "none"], required=True)
parser.add_argument("--certificate")
parser.add_argument("--key")
parser.add_argument("--user", default="")
parser.add_argument("--password", default="")
arguments = parser.parse_args()
asyncio.run(main())
