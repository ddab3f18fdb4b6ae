"""Drives Thunderbird by Marionette, the protocol of its own tests: it answers a letter, and keys are pressed in it."""

from __future__ import annotations

import json
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller

from testkit.smtp_servers import FakeSmtpHandler
from testkit.waiting import await_until

PATIENCE = 90
SETTINGS: Mapping[str, object] = {
    "mail.accountmanager.accounts": "account1",
    "mail.accountmanager.defaultaccount": "account1",
    "mail.accountmanager.localfoldersserver": "server1",
    "mail.account.account1.server": "server1",
    "mail.account.account1.identities": "id1",
    "mail.server.server1.type": "none",
    "mail.server.server1.hostname": "Local Folders",
    "mail.server.server1.userName": "nobody",
    "mail.server.server1.name": "Local Folders",
    "mail.server.server1.directory-rel": "[ProfD]Mail/Local Folders",
    "mail.identity.id1.fullName": "Bob",
    "mail.identity.id1.valid": True,
    "mail.identity.id1.smtpServer": "smtp1",
    "mail.identity.id1.fcc": False,
    "mail.smtpservers": "smtp1",
    "mail.smtp.defaultserver": "smtp1",
    "mail.smtpserver.smtp1.hostname": "127.0.0.1",
    "mail.smtpserver.smtp1.authMethod": 1,
    "mail.smtpserver.smtp1.try_ssl": 0,
    "mail.spellcheck.inline": False,
    "mail.provider.suppress_dialog_on_startup": True,
    "mailnews.start_page.enabled": False,
    "mail.rights.version": 1,
    "datareporting.policy.dataSubmissionPolicyBypassNotification": True,
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
}
"""One account of local folders that sends by a server of the test; everything else that it asks for goes nowhere."""
REPLY = """
const [said, place, html, done] = arguments;
const { MailServices } = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");
const pause = time => new Promise(then => setTimeout(then, time));
async function reply() {
  const inbox = MailServices.accounts.localFoldersServer.rootFolder.getChildNamed("Inbox");
  try { inbox.getDatabaseWithReparse(null, null); } catch (fault) {}
  while (true) {
    try { if (inbox.getTotalMessages(false)) break; inbox.updateFolder(null); } catch (fault) {}
    await pause(200);
  }
  const message = inbox.messages.getNext().QueryInterface(Ci.nsIMsgDBHdr);
  const asked = Cc["@mozilla.org/messengercompose/composeparams;1"].createInstance(Ci.nsIMsgComposeParams);
  asked.composeFields = Cc["@mozilla.org/messengercompose/composefields;1"].createInstance(Ci.nsIMsgCompFields);
  asked.type = Ci.nsIMsgCompType.Reply;
  asked.format = html ? Ci.nsIMsgCompFormat.HTML : Ci.nsIMsgCompFormat.PlainText;
  asked.originalMsgURI = inbox.getUriForMsg(message);
  asked.identity = MailServices.accounts.getIdentity("id1");
  const opened = new Promise(then => Services.ww.registerNotification(function look(one, topic) {
    if (topic != "domwindowopened") return;
    one.addEventListener("compose-editor-ready", () => { Services.ww.unregisterNotification(look); then(one); });
  }));
  MailServices.compose.OpenComposeWindowWithParams(null, asked);
  const win = await opened;
  await pause(1000);
  const editor = win.GetCurrentEditor(), body = editor.document.body, select = editor.selection;
  const keys = Cc["@mozilla.org/text-input-processor;1"].createInstance(Ci.nsITextInputProcessor);
  win.focus(); win.document.getElementById("messageEditor").focus();
  const inner = editor.document.defaultView;
  keys.beginInputTransactionForTests(inner);
  const press = key => { const event = new inner.KeyboardEvent("", { key }); keys.keydown(event); keys.keyup(event); };
  const type = text => { for (const one of text) press(one); };
  const write = lines => lines.forEach(line => { type(line); press("Enter"); });
  if (place == "above") {
    editor.beginningOfDocument();
    write(said);
  } else if (place == "below") {
    editor.endOfDocument();
    press("Enter");
    write(said);
  } else {
    for (const line of said) {
      const heading = new RegExp("^[> ]*" + line.split(" ")[0] + " [^:]*$");
      const walk = editor.document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
      let found = false;
      while (!found && walk.nextNode()) {
        let at = 0;
        for (const one of walk.currentNode.data.split("\\n")) {
          if (heading.test(one)) {
            select.collapse(walk.currentNode, at + one.length);
            found = true;
            break;
          }
          at += one.length + 1;
        }
      }
      if (!found) throw new Error("no heading of " + line + " in " + body.innerHTML);
      press("Enter");
      write([line]);
    }
  }
  await pause(300);
  const shown = body.innerHTML;
  win.goDoCommand("cmd_sendNow");
  return shown;
}
reply().then(done, fault => done("failed: " + fault));
"""


class Marionette:
    """A connection to Thunderbird."""

    def __init__(self, port: int) -> None:
        self._number = 0
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._read()
        self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {}})
        self.call("WebDriver:SetTimeouts", script=PATIENCE * 1000)
        self.call("Marionette:SetContext", value="chrome")

    def call(self, command: str, **parameters: object) -> Any:
        """Give a command, and return its result."""
        self._number += 1
        said = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(b"%d:%b" % (len(said), said))
        _, _, fault, result = self._read()
        assert fault is None, fault
        return result.get("value") if isinstance(result, dict) else result

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script that calls its last argument when it is done."""
        return self.call("WebDriver:ExecuteAsyncScript", script=script, args=list(arguments), sandbox="system")

    def close(self) -> None:
        self._socket.close()

    def _read(self) -> Any:
        size = b""
        while (one := self._socket.recv(1)) != b":":
            assert one, "the connection ended"
            size += one
        text = b""
        while len(text) < int(size):
            text += self._socket.recv(int(size) - len(text))
        return json.loads(text)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def _running(profile: Path, settings: Mapping[str, object], environment: Mapping[str, str]) -> Iterator[Marionette]:
    port = _free_port()
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});"
        for name, value in {**SETTINGS, **settings, "marionette.port": port}.items()
    ]
    (profile / "user.js").write_text("\n".join(lines))
    command = [
        "thunderbird",
        "--headless",
        "--marionette",
        "--remote-allow-system-access",
        "--no-remote",
        "--profile",
        str(profile),
    ]
    with (profile / "log").open("wb") as log:
        child = subprocess.Popen(command, env=dict(environment), stdout=log, stderr=log)
    try:
        await_until(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0, "Thunderbird listens")
        driver = Marionette(port)
        yield driver
        driver.close()
    finally:
        child.terminate()
        child.wait(PATIENCE)


@contextmanager
def keeping_smtp_server() -> Iterator[tuple[int, list[tuple[str, list[str], bytes]]]]:
    """Serve SMTP; return the port, and the list to which letters come."""
    handler = FakeSmtpHandler()
    relay = Controller(handler, hostname="127.0.0.1", port=_free_port())
    relay.start()
    try:
        yield relay.port, handler.letters
    finally:
        relay.stop()


def reply_by_thunderbird(
    box: Path, said: Sequence[str], place: str, environment: Mapping[str, str], *, html: bool
) -> bytes:
    """Let Thunderbird answer the letter of a mailbox file; return what it sends."""
    profile = box.parent / "profile"
    (profile / "Mail" / "Local Folders").mkdir(parents=True)
    box.rename(profile / "Mail" / "Local Folders" / "Inbox")
    with keeping_smtp_server() as (port, letters):
        own = {
            "mail.identity.id1.useremail": "bob@bob.example",
            "mail.identity.id1.compose_html": html,
            "mail.smtpserver.smtp1.port": port,
        }
        with _running(profile, own, environment) as driver:
            shown = driver.run(REPLY, list(said), place, html)
            assert not str(shown).startswith("failed"), shown
            await_until(lambda: bool(letters), f"Thunderbird sends:\n{shown}")
    return letters[0][2]
