"""A mailbox for tests: an IMAP server of another make, and somebody who puts mails into it.

Prints {"ready": port} once it listens. Its standard input has one order in each line, which it
answers with a line of JSON: "put BASE64" puts a mail into the inbox, "count FOLDER" says how many
mails lie in a folder, -1 where there is none.
"""

import base64
import imaplib
import json
import socket
import subprocess
import sys
import time

user, password = sys.argv[1:3]
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
start = "import sys; from pymap.main import main; sys.exit(main())"
server = subprocess.Popen(
    [sys.executable, "-c", start, "--host", "127.0.0.1", "--port", str(port), "--no-tls"]
    + ["--no-service", "admin", "dict", "--demo-user", user, "--demo-password", password],
    stdin=subprocess.DEVNULL,
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
)


def tell(**what):
    print(json.dumps(what), flush=True)


def session():
    mailbox = imaplib.IMAP4("127.0.0.1", port)
    mailbox.login(user, password)
    return mailbox


try:
    for attempt in range(200):
        try:
            session().logout()
            break
        except OSError:
            if server.poll() is not None:
                sys.exit("the server has ended")
            time.sleep(0.05)
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
