"""A mailbox for tests: an IMAP server of another make, and somebody who puts mails into it.

`python3 mailbox.py USER PASSWORD none|starttls|tls [CERTIFICATE KEY]`; its own owner reaches it
without encryption where that is allowed, by STARTTLS otherwise. Prints {"ready": port} once it
listens. Its standard input has one order in each line, which it
answers with a line of JSON: "put BASE64" puts a mail into the inbox, "count FOLDER" says how many
mails lie in a folder, -1 where there is none.
"""

import asyncio
import base64
import imaplib
import json
import socket
import ssl
import subprocess
import sys
import threading
import time

user, password, security, *certificate = sys.argv[1:]
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
protection = ["--no-tls"]
if security == "starttls":
    protection = ["--cert", certificate[0], "--key", certificate[1]]
start = "import sys; from pymap.main import main; sys.exit(main())"
server = subprocess.Popen(
    [sys.executable, "-c", start, "--host", "127.0.0.1", "--port", str(port), *protection]
    + ["--no-service", "admin", "dict", "--demo-user", user, "--demo-password", password],
    stdin=subprocess.DEVNULL,
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
)


def tell(**what):
    print(json.dumps(what), flush=True)


def session():
    mailbox = imaplib.IMAP4("127.0.0.1", port)
    if security == "starttls":
        mailbox.starttls(ssl._create_unverified_context())
    mailbox.login(user, password)
    return mailbox


async def copy(reader, writer):
    """What comes in at one side goes out at the other, until either ends."""
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def front(ready):
    """Takes connections that are encrypted from the first byte, which the server itself does not."""

    async def both(reader, writer):
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(copy(reader, inner_writer), copy(inner_reader, writer))

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*certificate)
    listening = await asyncio.start_server(both, "127.0.0.1", 0, ssl=context)
    ready(listening.sockets[0].getsockname()[1])
    await listening.serve_forever()


try:
    for attempt in range(200):
        try:
            session().logout()
            break
        except OSError:
            if server.poll() is not None:
                sys.exit("the server has ended")
            time.sleep(0.05)
    if security == "tls":
        ready = lambda outer: tell(ready=outer)
        threading.Thread(target=asyncio.run, args=[front(ready)], daemon=True).start()
    else:
        tell(ready=port)
    for line in sys.stdin:
        order, _, of = line.strip().partition(" ")
        mailbox = session()
        if order == "put":
            mailbox.append("INBOX", None, None, base64.b64decode(of))
            tell(put=True)
        else:
            found, count = mailbox.select(f'"{of}"', readonly=True)
            tell(count=int(count[0]) if found == "OK" else -1)
        mailbox.logout()
finally:
    server.kill()
    server.wait()
