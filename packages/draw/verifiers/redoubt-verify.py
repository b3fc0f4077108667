#!/usr/bin/env python3
"""Checks a draw without its shop: offline, on Python 3.9 or later alone.

    python3 redoubt-verify.py draw.json [receipt.json]

draw.json is the bundle that the giveaway's page offers as "Download everything". receipt.json is
what an entrant saved by "Save my receipt"; with it the last step says whether the entry is in.

When the shop is gone and its bundle ends with the frozen list, the round of the public beacon can
be handed in, from any relay, and the winner follows:

    python3 redoubt-verify.py draw.json --round-file round.json
    python3 redoubt-verify.py draw.json --signature <96 hex digits>

More options: --log-key <vkey> compares the key of the shop's log with one that you know from
elsewhere; --json prints the result for a program.

Exit code: 0 when everything holds; 1 to 12 the first step that fails (9 also for a round that is
not in the file yet); 64 wrong usage; 65 a file is not in its exact form; 66 no such file; 70 a
fault of this program.
"""

import base64
import datetime
import hashlib
import hmac
import json
import re
import sys


class Refused(Exception):
    """A check that does not hold, as one sentence."""


def require(condition, sentence):
    if not condition:
        raise Refused(sentence)


class Fault(Refused):
    """A step that does not hold, in the words that all verifiers of this draw share."""

    def __init__(self, name, /, **values):
        super().__init__(SENTENCES[name].format(**values))
        self.is_unproven = name == "log.notProven"


def hold(condition, name, /, **values):
    if not condition:
        raise Fault(name, **values)


# --- The words of the steps: the table of packages/draw/src/steps/sentences.json ----------------------

SENTENCES = {
    "file.unreadable": "The file cannot be read.",
    "file.rewritten": "This is not the file that the shop published: another program wrote it again. Download it again.",
    "step.unreadable": "What this step reads is not in its exact form.",
    "step.skipped": "Not checked, because step {step} failed.",
    "policy.other": "The file names other witnesses than the giveaway named when it was created.",
    "policy.otherLog": "The log of this file is not the log whose key you gave.",
    "log.notProven": "{name} is not proven to be in the log.",
    "log.createUnseen": "Too few witnesses signed that the giveaway was created as this file says.",
    "log.disordered": "The log has the steps of this giveaway in another order.",
    "log.twoHistories": "The log shows two histories.",
    "log.notSealed": "The list was not sealed yet.",
    "log.otherList": "The sealed list is of another giveaway.",
    "log.otherResult": "The result is of another giveaway.",
    "quorum.late": "Too few witnesses signed the sealed list before the time of the draw, so nothing proves that it was not chosen.",
    "freeze.differs": "The list was sealed twice, and differently.",
    "freeze.earlier": "A later sealing of the list names an earlier round.",
    "freeze.notFirst": "The result follows another sealing of the list than the first that counts.",
    "entries.otherSlots": "The giveaway was created with another count of numbers.",
    "entries.impossible": "Entry record {index} is impossible.",
    "list.otherRecords": "The records of entries are not those that were sealed.",
    "list.other": "The list of entries is not the one that was sealed.",
    "list.otherCounts": "The counts of entries are not those that were sealed.",
    "seed.exchanged": "The secret number was exchanged after the giveaway was created.",
    "seed.other": "The secret number is not the one that was promised at the start.",
    "round.otherSource": "The random numbers come from another source than the giveaway named when it was created.",
    "round.otherRules": "The times between sealing and draw are not those of the rules.",
    "round.other": "The draw uses another random number than the sealed list named.",
    "round.otherTime": "The random number does not belong to the moment that the sealed list named.",
    "beacon.absent": "The random number of round {round}, of {moment}, is not in this file. From that moment on any relay of the beacon has it.",
    "beacon.withoutNumber": "The file has a result without its random number.",
    "beacon.forged": "The random number is forged: the signature of the beacon does not hold.",
    "order.withoutResult": "The file has the random number without a result.",
    "order.unreadable": "The result cannot be read.",
    "order.otherList": "The result is of another list than the sealed one.",
    "order.otherNumber": "The result names another random number.",
    "order.wrong": "The result is wrong: the first place belongs to number {number}, and the order is not the computed one.",
    "passed.unseen": "Too few witnesses signed that a place was passed.",
    "passed.disordered": "A place was passed before the one above it.",
    "passed.otherGiveaway": "A passed place is of another giveaway.",
    "passed.other": "Place {place} belongs to number {number}, and another one was passed.",
    "passed.noPlace": "Place {place} does not exist, and was passed.",
    "receipt.otherShop": "The key of your receipt is of another shop.",
    "receipt.unsigned": "Your receipt is not signed by the shop.",
    "receipt.otherGiveaway": "Your receipt is for another giveaway.",
    "receipt.leftOut": "The shop signed for your entry, and left it out of the list: \"{line}\".",
    "receipt.noEntry": "Your receipt is not for an entry.",
    "receipt.deadline": "The deadline of your receipt is not ten minutes after your entry.",
    "receipt.takenOut": "Your entry with number {number} was taken out before the list was sealed.",
    "receipt.ofStaff": "Your entry is one of staff, which are not drawn.",
    "receipt.rewritten": "The records of entries were written again after witnesses had seen yours.",
    "receipt.joined": "After your entry it was joined to another holder. Did you join two accounts? Then save the receipt again from the account that you kept. If not, the shop gave your entry to another person.",
    "receipt.otherHolder": "The entry belongs to another holder than your receipt’s secret shows.",
    "receipt.otherMark": "The mark of the entry is not the one that your browser made.",
    "proof.unreadable": "The proof cannot be read.",
    "proof.notIn": "Your entry is not in this tree of the giveaway.",
    "proof.unseen": "Too few witnesses saw the tree with your entry.",
    "proof.late": "Witnesses saw the tree with your entry after the deadline of your receipt.",
    "question.0": "Is the file in its exact form?",
    "question.1": "Are log and witnesses the ones named at the start?",
    "question.2": "Are giveaway, sealed list and result in the public log?",
    "question.3": "Did enough witnesses sign the sealed list in time?",
    "question.4": "Was the list sealed once?",
    "question.5": "Is every entry possible?",
    "question.6": "Is the list the sealed one?",
    "question.7": "Is the secret number the promised one?",
    "question.8": "Is the random number the one that was named before?",
    "question.9": "Is the random number the true one?",
    "question.10": "Does the result follow?",
    "question.11": "Was the prize passed on in order?",
    "question.12": "Am I in?",
    "name.create": "The giveaway",
    "name.freeze": "The sealed list",
    "name.drawn": "The result",
    "name.passed": "A passed place",
}
# --- End of the table -----------------------------------------------------------------------------


# --- Bytes ---------------------------------------------------------------------------------------

SAFE_INTEGER = 2**53 - 1
DECIMAL = re.compile(r"(?:0|[1-9][0-9]{0,15})\Z")


def sha256(data):
    return hashlib.sha256(data).digest()


def sha256_hex(data):
    return hashlib.sha256(data).hexdigest()


def whole_number(text):
    """A decimal number without sign and leading zero, at most 2^53 - 1."""
    require(DECIMAL.match(text) and int(text) <= SAFE_INTEGER, f"{text[:40]!r} is no whole number")
    return int(text)


def hex_of(text, length):
    """The bytes of lower-case hex text of an exact length in bytes."""
    require(re.match(r"[0-9a-f]{%d}\Z" % (2 * length), text), f"{text[:40]!r} is not {length} bytes in lower-case hex")
    return bytes.fromhex(text)


def any_hex(text):
    require(re.match(r"(?:[0-9a-f]{2})*\Z", text), f"{text[:40]!r} is not lower-case hex")
    return bytes.fromhex(text)


def base64_bytes(text):
    """The bytes of standard base64 in its one canonical form."""
    require(re.match(r"[A-Za-z0-9+/]*={0,2}\Z", text) and len(text) % 4 == 0, "a text is not base64")
    data = base64.b64decode(text)
    require(base64.b64encode(data).decode() == text, "a base64 text is not in its canonical form")
    return data


# --- RFC 6962 trees ------------------------------------------------------------------------------


def leaf_hash(data):
    return sha256(b"\0" + data)


def node_hash(left, right):
    return sha256(b"\1" + left + right)


def tree_root(hashes):
    """The root over leaf hashes: levels are folded, and a last hash without a partner moves up."""
    if not hashes:
        return sha256(b"")
    while len(hashes) > 1:
        folded = [node_hash(hashes[k], hashes[k + 1]) for k in range(0, len(hashes) - 1, 2)]
        hashes = folded + hashes[len(hashes) & ~1 :]
    return hashes[0]


def inclusion_root(index, size, hashed, proof):
    """The root that an inclusion proof leads to, or None for a proof of another length."""
    if index < 0 or index >= size:
        return None
    node, last, used = index, size - 1, 0
    while last:
        if node & 1 or node != last:
            if used == len(proof):
                return None
            hashed = node_hash(proof[used], hashed) if node & 1 else node_hash(hashed, proof[used])
            used += 1
        node, last = node >> 1, last >> 1
    return hashed if used == len(proof) else None


def is_included(index, size, hashed, proof, root):
    return inclusion_root(index, size, hashed, proof) == root


def is_consistent(old_size, old_root, size, root, proof):
    """RFC 9162, 2.1.4.2."""
    if old_size < 0 or old_size > size:
        return False
    if old_size in (0, size):
        return not proof and (old_root == root if old_size == size else old_root == sha256(b""))
    node, last = old_size - 1, size - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    rest = list(proof)
    old = new = old_root
    if node:
        if not rest:
            return False
        old = new = rest.pop(0)
    while last:
        if node & 1 or node != last:
            if not rest:
                return False
            step = rest.pop(0)
            if node & 1:
                old, new = node_hash(step, old), node_hash(step, new)
            else:
                new = node_hash(new, step)
        node, last = node >> 1, last >> 1
    return not rest and old == old_root and new == root

# --- Signed notes, checkpoints, cosignatures, policies (C2SP) ------------------------------------

ED25519, COSIGNATURE = 1, 4
MAX_SIGNATURES = 64


class Key:
    """A verifier key, `<name>+<key id>+<base64 of type and public key>`."""

    def __init__(self, vkey, kind):
        match = re.match(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)\Z", vkey)
        require(match, f"{vkey[:60]!r} is no verifier key")
        data = base64_bytes(match[3])
        require(len(data) == 33 and data[0] == kind, f"the key {vkey[:60]!r} is of another type")
        self.vkey, self.name, self.public_key = vkey, match[1], data[1:]
        self.id = sha256(self.name.encode() + b"\n" + data)[:4]
        require(self.id.hex() == match[2], f"the key id of {vkey[:60]!r} does not fit its key")


class Note:
    """A signed note: its text with the last line feed, and its signatures as (name, key id, bytes)."""

    def __init__(self, text):
        require(not re.search(r"[\x00-\x09\x0b-\x1f]", text), "a signed note has a control character")
        at = text.rfind("\n\n")
        require(at >= 0 and text.endswith("\n"), "a signed note has no signatures")
        self.body = text[: at + 1]
        lines = text[at + 2 : -1].split("\n")
        require(len(lines) <= MAX_SIGNATURES, "a signed note has too many signatures")
        self.signatures = []
        for line in lines:
            match = re.match("\u2014 ([^\\s+]+) ([A-Za-z0-9+/=]+)\\Z", line)
            require(match, "a signature line of a note is not in its form")
            data = base64_bytes(match[2])
            require(len(data) > 4, "a signature of a note is too short")
            self.signatures.append((match[1], data[:4], data[4:]))

    def of(self, key):
        return [data for name, key_id, data in self.signatures if (name, key_id) == (key.name, key.id)]

    def is_signed_by(self, key):
        """Each signature of a known key must be valid; one at least must be there."""
        found = self.of(key)
        return bool(found) and all(ed25519_verify(key.public_key, self.body.encode(), data) for data in found)

    def cosigned_at(self, key):
        """The seconds of a witness's earliest cosignature, or None without one."""
        times = []
        for data in self.of(key):
            seconds = int.from_bytes(data[:8], "big")
            message = f"cosignature/v1\ntime {seconds}\n{self.body}".encode()
            require(
                len(data) == 72 and seconds <= SAFE_INTEGER and ed25519_verify(key.public_key, message, data[8:]),
                f"a cosignature of the witness {key.name} is not valid",
            )
            times.append(seconds)
        return min(times) if times else None


class Policy:
    """Whose signatures count: the log's key, the witnesses, and the quorum of them."""

    def __init__(self, text):
        is_text = re.match(r"[\t\n\x20-\x7e]*\Z", text) and text.endswith("\n")
        require(is_text, "the policy has a character that it must not have")
        logs, self.witnesses, self.groups, self.quorum, members = [], {}, {}, None, set()
        for line in text[:-1].split("\n"):
            words = [word for word in re.split(r"[ \t]+", line) if word]
            if not words or words[0].startswith("#"):
                continue
            kind, count = words[0], len(words)
            if kind == "log" and count in (2, 3):
                logs.append(Key(words[1], ED25519))
            elif kind == "witness" and count in (3, 4):
                self.refuse_known(words[1])
                key = Key(words[2], COSIGNATURE)
                # Two keys of one name would let one signature count for both.
                others = self.witnesses.values()
                is_new = all(other.public_key != key.public_key and other.name != key.name for other in others)
                require(is_new, "the policy has one witness twice")
                self.witnesses[words[1]] = key
            elif kind == "group" and count >= 4:
                self.refuse_known(words[1])
                names = words[3:]
                for name in names:
                    is_known = name in self.witnesses or name in self.groups
                    require(is_known and name not in members, f"the policy's member {name!r} is unknown or there twice")
                    members.add(name)
                wanted = {"all": len(names), "any": 1}.get(words[2]) or whole_number(words[2])
                require(1 <= wanted <= len(names), "a threshold of the policy cannot be")
                self.groups[words[1]] = (wanted, names)
            elif kind == "quorum" and count == 2:
                require(self.quorum is None, "the policy has two quorums")
                is_known = words[1] in self.witnesses or words[1] in self.groups
                require(is_known, "the policy's quorum is not one of its witnesses or groups")
                self.quorum = words[1]
            else:
                raise Refused(f"the policy has a line that cannot be read: {line[:60]!r}")
        require(len(logs) == 1, "the policy must name one log")
        require(self.quorum is not None, "the policy has no quorum")
        self.log = logs[0]

    def refuse_known(self, name):
        is_new = name != "none" and name not in self.witnesses and name not in self.groups
        require(is_new, "the policy has a name twice")

    def quorum_at(self, note):
        """The second at which the quorum had cosigned a note, or None when it has not."""

        def reached(name):
            if name in self.witnesses:
                return note.cosigned_at(self.witnesses[name])
            wanted, names = self.groups[name]
            times = sorted(time for time in map(reached, names) if time is not None)
            return times[wanted - 1] if len(times) >= wanted else None

        return reached(self.quorum)


def checkpoint_of(body):
    """Origin, size and root of a checkpoint without extension lines."""
    lines = body.split("\n")
    is_whole = len(lines) == 4 and lines[3] == "" and re.match(r"[^\s+]+\Z", lines[0])
    require(is_whole, "a checkpoint must have three lines")
    root = base64_bytes(lines[2])
    require(len(root) == 32, "the root of a checkpoint is not 32 bytes")
    return lines[0], whole_number(lines[1]), root


class Checkpoint:
    """A signed tree head of the shop's log: origin, size, root."""

    def __init__(self, text, policy):
        self.note = Note(text)
        self.origin, self.size, self.root = checkpoint_of(self.note.body)
        require(self.origin == policy.log.name, "a checkpoint is of another log")
        require(self.note.is_signed_by(policy.log), "a checkpoint is not signed by the shop's log")
        # Each signature must be valid, known and there once, so that no byte of a checkpoint is without meaning.
        known = {(key.name, key.id) for key in (policy.log, *policy.witnesses.values())}
        signers = [(name, key_id) for name, key_id, _ in self.note.signatures]
        require(known.issuperset(signers), "a checkpoint has a signature of a key that is not in the policy")
        require(len(set(signers)) == len(signers), "a checkpoint has two signatures of one key")
        for key in policy.witnesses.values():
            self.note.cosigned_at(key)


# --- Ed25519 (RFC 8032), verification only ------------------------------------------------------

ED_P = 2**255 - 19
ED_L = 2**252 + 27742317777372353535851937790883648493
ED_D = -121665 * pow(121666, -1, ED_P) % ED_P
ED_SQRT_MINUS_1 = pow(2, (ED_P - 1) // 4, ED_P)
ED_IDENTITY = (0, 1, 1, 0)


def ed_add(a, b):
    """Adds two points in extended coordinates (X, Y, Z, T)."""
    e = (a[1] - a[0]) * (b[1] - b[0]) % ED_P
    f = (a[1] + a[0]) * (b[1] + b[0]) % ED_P
    g = 2 * a[3] * b[3] * ED_D % ED_P
    h = 2 * a[2] * b[2] % ED_P
    w, x, y, z = f - e, h - g, h + g, f + e
    return w * x % ED_P, y * z % ED_P, x * y % ED_P, w * z % ED_P


def ed_times(scalar, point):
    result = ED_IDENTITY
    for bit in bin(scalar)[2:]:
        result = ed_add(result, result)
        if bit == "1":
            result = ed_add(result, point)
    return result


def ed_decode(data):
    """A point from its 32 bytes, or None. An encoding that is not the canonical one is refused."""
    y = int.from_bytes(data, "little")
    sign = y >> 255
    y &= 2**255 - 1
    if y >= ED_P:
        return None
    x2 = (y * y - 1) * pow(ED_D * y * y + 1, -1, ED_P) % ED_P
    x = pow(x2, (ED_P + 3) // 8, ED_P)
    if x * x % ED_P != x2:
        x = x * ED_SQRT_MINUS_1 % ED_P
    if x * x % ED_P != x2 or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = ED_P - x
    return x, y, 1, x * y % ED_P


def ed_is_identity(point):
    return point[0] % ED_P == 0 and (point[1] - point[2]) % ED_P == 0


ED_BASE = ed_decode(b"\x58" + b"\x66" * 31)


def ed25519_verify(public_key, message, signature):
    """True for a valid signature. Small-order keys and a scalar of the order or above are refused."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    a, r = ed_decode(public_key), ed_decode(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ED_L or ed_is_identity(ed_times(8, a)):
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % ED_L
    negated = (-a[0] % ED_P, a[1], a[2], -a[3] % ED_P)
    difference = ed_add(ed_add(ed_times(s, ED_BASE), ed_times(k, negated)), (-r[0] % ED_P, r[1], r[2], -r[3] % ED_P))
    return ed_is_identity(ed_times(8, difference))


# --- BLS12-381 -----------------------------------------------------------------------------------
# drand quicknet: signatures on G1 (48 bytes), public keys on G2 (96 bytes), hashing to G1 as in
# RFC 9380. Fp2 = Fp[i]/(i^2 + 1) as pairs, Fp12 = Fp2[w]/(w^6 - (1 + i)) as six pairs.

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
# The curve's parameter is negative: this is its absolute value.
BLS_X = 0xD201000000010000
DST = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
G2_BASE = (
    (
        0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
        0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
    ),
    (
        0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
        0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
    ),
)


def f2_add(a, b):
    return (a[0] + b[0]) % P, (a[1] + b[1]) % P


def f2_sub(a, b):
    return (a[0] - b[0]) % P, (a[1] - b[1]) % P


def f2_neg(a):
    return -a[0] % P, -a[1] % P


def f2_mul(a, b):
    low, high = a[0] * b[0], a[1] * b[1]
    return (low - high) % P, ((a[0] + a[1]) * (b[0] + b[1]) - low - high) % P


def f2_scale(a, k):
    return a[0] * k % P, a[1] * k % P


def f2_inverse(a):
    norm = pow(a[0] * a[0] + a[1] * a[1], -1, P)
    return a[0] * norm % P, -a[1] * norm % P


def f2_power(a, exponent):
    result = (1, 0)
    for bit in bin(exponent)[2:]:
        result = f2_mul(result, result)
        if bit == "1":
            result = f2_mul(result, a)
    return result


def f2_root(a):
    """A square root in Fp2 by the norm, or None."""
    if a[1] == 0:
        root = pow(a[0], (P + 1) // 4, P)
        if root * root % P == a[0]:
            return root, 0
        root = pow(-a[0], (P + 1) // 4, P)
        return (0, root) if root * root % P == -a[0] % P else None
    norm = (a[0] * a[0] + a[1] * a[1]) % P
    length = pow(norm, (P + 1) // 4, P)
    if length * length % P != norm:
        return None
    half = pow(2, -1, P)
    for sign in (1, -1):
        square = (a[0] + sign * length) * half % P
        x = pow(square, (P + 1) // 4, P)
        if x and x * x % P == square:
            return x, a[1] * pow(2 * x, -1, P) % P
    return None


ZERO2, ONE2 = (0, 0), (1, 0)
ONE12 = (ONE2, ZERO2, ZERO2, ZERO2, ZERO2, ZERO2)


def f12_mul(a, b):
    real, imaginary = [0] * 11, [0] * 11
    for i, (a0, a1) in enumerate(a):
        if a0 or a1:
            for j, (b0, b1) in enumerate(b):
                real[i + j] += a0 * b0 - a1 * b1
                imaginary[i + j] += a0 * b1 + a1 * b0
    # w^6 = 1 + i
    return tuple(
        (
            (real[k] + (real[k + 6] - imaginary[k + 6] if k < 5 else 0)) % P,
            (imaginary[k] + (real[k + 6] + imaginary[k + 6] if k < 5 else 0)) % P,
        )
        for k in range(6)
    )


# w^p = w * FROBENIUS, because w^(p-1) = (1 + i)^((p-1)/6).
FROBENIUS = f2_power((1, 1), (P - 1) // 6)


def f12_frobenius(a):
    result, factor = [], ONE2
    for c0, c1 in a:
        result.append(f2_mul((c0, -c1), factor))
        factor = f2_mul(factor, FROBENIUS)
    return tuple(result)


def f12_inverse(a):
    """a^-1 = (product of the other eleven conjugates) / norm; the norm to Fp is in the first part."""
    product, power = ONE12, a
    for _ in range(11):
        power = f12_frobenius(power)
        product = f12_mul(product, power)
    norm = f12_mul(a, product)[0][0]
    return tuple(f2_scale(c, pow(norm, -1, P)) for c in product)


def f12_power(a, exponent):
    result = ONE12
    for bit in bin(exponent)[2:]:
        result = f12_mul(result, result)
        if bit == "1":
            result = f12_mul(result, a)
    return result


class Field:
    """What the curve's formulas need, so that one text of them serves G1 and G2."""

    def __init__(self, zero, one, add, sub, mul, inverse):
        self.zero, self.one, self.add, self.sub, self.mul, self.inverse = zero, one, add, sub, mul, inverse


FP = Field(
    0,
    1,
    lambda a, b: (a + b) % P,
    lambda a, b: (a - b) % P,
    lambda a, b: a * b % P,
    lambda a: pow(a, -1, P),
)
FP2 = Field(ZERO2, ONE2, f2_add, f2_sub, f2_mul, f2_inverse)


def curve_double(f, point):
    """Doubles in Jacobian coordinates (x = X/Z^2, y = Y/Z^3), a = 0."""
    x, y, z = point
    a, b = f.mul(x, x), f.mul(y, y)
    c = f.mul(b, b)
    t = f.add(x, b)
    d = f.sub(f.sub(f.mul(t, t), a), c)
    d = f.add(d, d)
    e = f.add(f.add(a, a), a)
    x3 = f.sub(f.mul(e, e), f.add(d, d))
    c2 = f.add(c, c)
    c8 = f.add(f.add(c2, c2), f.add(c2, c2))
    yz = f.mul(y, z)
    return x3, f.sub(f.mul(e, f.sub(d, x3)), c8), f.add(yz, yz)


def curve_add(f, a, b):
    if a[2] == f.zero:
        return b
    if b[2] == f.zero:
        return a
    za, zb = f.mul(a[2], a[2]), f.mul(b[2], b[2])
    u1, u2 = f.mul(a[0], zb), f.mul(b[0], za)
    s1, s2 = f.mul(f.mul(a[1], b[2]), zb), f.mul(f.mul(b[1], a[2]), za)
    h, r = f.sub(u2, u1), f.sub(s2, s1)
    if h == f.zero:
        return curve_double(f, a) if r == f.zero else (f.one, f.one, f.zero)
    h2 = f.mul(h, h)
    h3, v = f.mul(h, h2), f.mul(u1, h2)
    x3 = f.sub(f.sub(f.mul(r, r), h3), f.add(v, v))
    return x3, f.sub(f.mul(r, f.sub(v, x3)), f.mul(s1, h3)), f.mul(h, f.mul(a[2], b[2]))


def curve_times(f, scalar, affine):
    point = (affine[0], affine[1], f.one)
    result = (f.one, f.one, f.zero)
    for bit in bin(scalar)[2:]:
        result = curve_double(f, result)
        if bit == "1":
            result = curve_add(f, result, point)
    return result


def to_affine(f, point):
    if point[2] == f.zero:
        return None
    inverse = f.inverse(point[2])
    square = f.mul(inverse, inverse)
    return f.mul(point[0], square), f.mul(point[1], f.mul(square, inverse))


def is_in_subgroup(f, affine):
    return curve_times(f, R, affine)[2] == f.zero


def g1_decode(data):
    """A point of G1 from its 48 compressed bytes; None for infinity, another form or another group."""
    if len(data) != 48 or data[0] & 0xC0 != 0x80:
        return None
    x = int.from_bytes(data, "big") & (2**381 - 1)
    if x >= P:
        return None
    y2 = (x * x * x + 4) % P
    y = pow(y2, (P + 1) // 4, P)
    if y * y % P != y2:
        return None
    if (y > (P - 1) // 2) != bool(data[0] & 0x20):
        y = P - y
    return (x, y) if is_in_subgroup(FP, (x, y)) else None


def g2_decode(data):
    """A point of G2 from its 96 compressed bytes; None for infinity, another form or another group."""
    if len(data) != 96 or data[0] & 0xC0 != 0x80:
        return None
    x = int.from_bytes(data[48:], "big"), int.from_bytes(data[:48], "big") & (2**381 - 1)
    if x[0] >= P or x[1] >= P:
        return None
    y = f2_root(f2_add(f2_mul(f2_mul(x, x), x), (4, 4)))
    if y is None:
        return None
    is_larger = y[1] > (P - 1) // 2 if y[1] else y[0] > (P - 1) // 2
    if is_larger != bool(data[0] & 0x20):
        y = f2_neg(y)
    return (x, y) if is_in_subgroup(FP2, (x, y)) else None


def line_and_step(t, q, at):
    """The line through t and q (the tangent when they are equal) at a point of G1, and t + q."""
    if t == q:
        slope = f2_mul(f2_scale(f2_mul(t[0], t[0]), 3), f2_inverse(f2_scale(t[1], 2)))
    else:
        slope = f2_mul(f2_sub(q[1], t[1]), f2_inverse(f2_sub(q[0], t[0])))
    x = f2_sub(f2_sub(f2_mul(slope, slope), t[0]), q[0])
    y = f2_sub(f2_mul(slope, f2_sub(t[0], x)), t[1])
    # Untwisted by x/w^2 and y/w^3, then multiplied by w^3, which the final exponentiation removes.
    line = (f2_sub(f2_mul(slope, t[0]), t[1]), ZERO2, f2_neg(f2_scale(slope, at[0])), (at[1], 0), ZERO2, ZERO2)
    return line, (x, y)


def pairing_product_is_one(pairs):
    """True when the product of the optimal ate pairings of (G1, G2) pairs is 1."""
    f, points = ONE12, [q for _, q in pairs]
    for bit in bin(BLS_X)[3:]:
        f = f12_mul(f, f)
        for k, (at, q) in enumerate(pairs):
            line, points[k] = line_and_step(points[k], points[k], at)
            f = f12_mul(line, f)
            if bit == "1":
                line, points[k] = line_and_step(points[k], q, at)
                f = f12_mul(line, f)
    # The parameter's sign would invert f, and 1 is its own inverse. Final exponentiation, easy part:
    # (p^6 - 1)(p^2 + 1).
    sixth = f
    for _ in range(6):
        sixth = f12_frobenius(sixth)
    f = f12_mul(sixth, f12_inverse(f))
    f = f12_mul(f12_frobenius(f12_frobenius(f)), f)
    return f12_power(f, (P**4 - P**2 + 1) // R) == ONE12


def expand_message(message, length):
    """expand_message_xmd with SHA-256 (RFC 9380, 5.3.1)."""
    suffix = DST + bytes([len(DST)])
    first = sha256(bytes(64) + message + length.to_bytes(2, "big") + b"\0" + suffix)
    block = sha256(first + b"\1" + suffix)
    result = block
    for counter in range(2, (length + 31) // 32 + 1):
        block = sha256(bytes(a ^ b for a, b in zip(first, block)) + bytes([counter]) + suffix)
        result += block
    return result[:length]


# The curve E' of RFC 9380, 8.8.1, isogenous to G1's, and the isogeny's polynomials from its
# appendix E.2, lowest coefficient first.
SSWU_A = 0x144698A3B8E9433D693A02C96D4982B0EA985383EE66A8D8E8981AEFD881AC98936F8DA0E0F97F5CF428082D584C1D
SSWU_B = 0x12E2908D11688030018B12E8753EEE3B2016C1F0F24F4070A0B9C14FCEF35EF55A23215A316CEAA5D1CC48E98E172BE0
SSWU_Z = 11
ISO_X_NUM = (
    0x11A05F2B1E833340B809101DD99815856B303E88A2D7005FF2627B56CDB4E2C85610C2D5F2E62D6EAEAC1662734649B7,
    0x17294ED3E943AB2F0588BAB22147A81C7C17E75B2F6A8417F565E33C70D1E86B4838F2A6F318C356E834EEF1B3CB83BB,
    0xD54005DB97678EC1D1048C5D10A9A1BCE032473295983E56878E501EC68E25C958C3E3D2A09729FE0179F9DAC9EDCB0,
    0x1778E7166FCC6DB74E0609D307E55412D7F5E4656A8DBF25F1B33289F1B330835336E25CE3107193C5B388641D9B6861,
    0xE99726A3199F4436642B4B3E4118E5499DB995A1257FB3F086EEB65982FAC18985A286F301E77C451154CE9AC8895D9,
    0x1630C3250D7313FF01D1201BF7A74AB5DB3CB17DD952799B9ED3AB9097E68F90A0870D2DCAE73D19CD13C1C66F652983,
    0xD6ED6553FE44D296A3726C38AE652BFB11586264F0F8CE19008E218F9C86B2A8DA25128C1052ECADDD7F225A139ED84,
    0x17B81E7701ABDBE2E8743884D1117E53356DE5AB275B4DB1A682C62EF0F2753339B7C8F8C8F475AF9CCB5618E3F0C88E,
    0x80D3CF1F9A78FC47B90B33563BE990DC43B756CE79F5574A2C596C928C5D1DE4FA295F296B74E956D71986A8497E317,
    0x169B1F8E1BCFA7C42E0C37515D138F22DD2ECB803A0C5C99676314BAF4BB1B7FA3190B2EDC0327797F241067BE390C9E,
    0x10321DA079CE07E272D8EC09D2565B0DFA7DCCDDE6787F96D50AF36003B14866F69B771F8C285DECCA67DF3F1605FB7B,
    0x6E08C248E260E70BD1E962381EDEE3D31D79D7E22C837BC23C0BF1BC24C6B68C24B1B80B64D391FA9C8BA2E8BA2D229,
)
ISO_X_DEN = (
    0x8CA8D548CFF19AE18B2E62F4BD3FA6F01D5EF4BA35B48BA9C9588617FC8AC62B558D681BE343DF8993CF9FA40D21B1C,
    0x12561A5DEB559C4348B4711298E536367041E8CA0CF0800C0126C2588C48BF5713DAA8846CB026E9E5C8276EC82B3BFF,
    0xB2962FE57A3225E8137E629BFF2991F6F89416F5A718CD1FCA64E00B11ACEACD6A3D0967C94FEDCFCC239BA5CB83E19,
    0x3425581A58AE2FEC83AAFEF7C40EB545B08243F16B1655154CCA8ABC28D6FD04976D5243EECF5C4130DE8938DC62CD8,
    0x13A8E162022914A80A6F1D5F43E7A07DFFDFC759A12062BB8D6B44E833B306DA9BD29BA81F35781D539D395B3532A21E,
    0xE7355F8E4E667B955390F7F0506C6E9395735E9CE9CAD4D0A43BCEF24B8982F7400D24BC4228F11C02DF9A29F6304A5,
    0x772CAACF16936190F3E0C63E0596721570F5799AF53A1894E2E073062AEDE9CEA73B3538F0DE06CEC2574496EE84A3A,
    0x14A7AC2A9D64A8B230B3F5B074CF01996E7F63C21BCA68A81996E1CDF9822C580FA5B9489D11E2D311F7D99BBDCC5A5E,
    0xA10ECF6ADA54F825E920B3DAFC7A3CCE07F8D1D7161366B74100DA67F39883503826692ABBA43704776EC3A79A1D641,
    0x95FC13AB9E92AD4476D6E3EB3A56680F682B4EE96F7D03776DF533978F31C1593174E4B4B7865002D6384D168ECDD0A,
    0x1,
)
ISO_Y_NUM = (
    0x90D97C81BA24EE0259D1F094980DCFA11AD138E48A869522B52AF6C956543D3CD0C7AEE9B3BA3C2BE9845719707BB33,
    0x134996A104EE5811D51036D776FB46831223E96C254F383D0F906343EB67AD34D6C56711962FA8BFE097E75A2E41C696,
    0xCC786BAA966E66F4A384C86A3B49942552E2D658A31CE2C344BE4B91400DA7D26D521628B00523B8DFE240C72DE1F6,
    0x1F86376E8981C217898751AD8746757D42AA7B90EEB791C09E4A3EC03251CF9DE405ABA9EC61DECA6355C77B0E5F4CB,
    0x8CC03FDEFE0FF135CAF4FE2A21529C4195536FBE3CE50B879833FD221351ADC2EE7F8DC099040A841B6DAECF2E8FEDB,
    0x16603FCA40634B6A2211E11DB8F0A6A074A7D0D4AFADB7BD76505C3D3AD5544E203F6326C95A807299B23AB13633A5F0,
    0x4AB0B9BCFAC1BBCB2C977D027796B3CE75BB8CA2BE184CB5231413C4D634F3747A87AC2460F415EC961F8855FE9D6F2,
    0x987C8D5333AB86FDE9926BD2CA6C674170A05BFE3BDD81FFD038DA6C26C842642F64550FEDFE935A15E4CA31870FB29,
    0x9FC4018BD96684BE88C9E221E4DA1BB8F3ABD16679DC26C1E8B6E6A1F20CABE69D65201C78607A360370E577BDBA587,
    0xE1BBA7A1186BDB5223ABDE7ADA14A23C42A0CA7915AF6FE06985E7ED1E4D43B9B3F7055DD4EBA6F2BAFAAEBCA731C30,
    0x19713E47937CD1BE0DFD0B8F1D43FB93CD2FCBCB6CAF493FD1183E416389E61031BF3A5CCE3FBAFCE813711AD011C132,
    0x18B46A908F36F6DEB918C143FED2EDCC523559B8AAF0C2462E6BFE7F911F643249D9CDF41B44D606CE07C8A4D0074D8E,
    0xB182CAC101B9399D155096004F53F447AA7B12A3426B08EC02710E807B4633F06C851C1919211F20D4C04F00B971EF8,
    0x245A394AD1ECA9B72FC00AE7BE315DC757B3B080D4C158013E6632D3C40659CC6CF90AD1C232A6442D9D3F5DB980133,
    0x5C129645E44CF1102A159F748C4A3FC5E673D81D7E86568D9AB0F5D396A7CE46BA1049B6579AFB7866B1E715475224B,
    0x15E6BE4E990F03CE4EA50B3B42DF2EB5CB181D8F84965A3957ADD4FA95AF01B2B665027EFEC01C7704B456BE69C8B604,
)
ISO_Y_DEN = (
    0x16112C4C3A9C98B252181140FAD0EAE9601A6DE578980BE6EEC3232B5BE72E7A07F3688EF60C206D01479253B03663C1,
    0x1962D75C2381201E1A0CBD6C43C348B885C84FF731C4D59CA4A10356F453E01F78A4260763529E3532F6102C2E49A03D,
    0x58DF3306640DA276FAAAE7D6E8EB15778C4855551AE7F310C35A5DD279CD2ECA6757CD636F96F891E2538B53DBF67F2,
    0x16B7D288798E5395F20D23BF89EDB4D1D115C5DBDDBCD30E123DA489E726AF41727364F2C28297ADA8D26D98445F5416,
    0xBE0E079545F43E4B00CC912F8228DDCC6D19C9F0F69BBB0542EDA0FC9DEC916A20B15DC0FD2EDEDDA39142311A5001D,
    0x8D9E5297186DB2D9FB266EAAC783182B70152C65550D881C5ECD87B6F0F5A6449F38DB9DFA9CCE202C6477FAAF9B7AC,
    0x166007C08A99DB2FC3BA8734ACE9824B5EECFDFA8D0CF8EF5DD365BC400A0051D5FA9C01A58B1FB93D1A1399126A775C,
    0x16A3EF08BE3EA7EA03BCDDFABBA6FF6EE5A4375EFA1F4FD7FEB34FD206357132B920F5B00801DEE460EE415A15812ED9,
    0x1866C8ED336C61231A1BE54FD1D74CC4F9FB0CE4C6AF5920ABC5750C4BF39B4852CFE2F7BB9248836B233D9D55535D4A,
    0x167A55CDA70A6E1CEA820597D94A84903216F763E13D87BB5308592E7EA7D4FBC7385EA3D529B35E346EF48BB8913F55,
    0x4D2F259EEA405BD48F010A01AD2911D9C6DD039BB61A6290E591B36E636A5C871A5C29F4F83060400F8B49CBA8F6AA8,
    0xACCBB67481D033FF5852C1E48C50C477F94FF8AEFCE42D28C0F9A88CEA7913516F968986F7EBBEA9684B529E2561092,
    0xAD6B9514C767FE3C3613144B45F1496543346D98ADF02267D5CEEF9A00D9B8693000763E3B90AC11E99B138573345CC,
    0x2660400EB2E4F3B628BDD0D53CD76F2BF565B94E72927C1CB748DF27942480E420517BD8714CC80D1FADC1326ED06F7,
    0xE0FA1D816DDC03E6B24255E0D7819C171C40F65E273B853324EFCD6356CAA205CA2F570F13497804415473A1D634B8F,
    0x1,
)


def map_to_e_prime(u):
    """Simplified SWU (RFC 9380, 6.6.2)."""
    t = SSWU_Z * u * u % P
    t2 = (t * t + t) % P
    x = (
        -SSWU_B * pow(SSWU_A, -1, P) * (1 + pow(t2, -1, P)) % P
        if t2
        else SSWU_B * pow(SSWU_Z * SSWU_A, -1, P) % P
    )
    y2 = (x**3 + SSWU_A * x + SSWU_B) % P
    y = pow(y2, (P + 1) // 4, P)
    if y * y % P != y2:
        x = t * x % P
        y = pow((x**3 + SSWU_A * x + SSWU_B) % P, (P + 1) // 4, P)
    return x, (P - y if y & 1 != u & 1 else y)


def polynomial(coefficients, x):
    value = 0
    for coefficient in reversed(coefficients):
        value = (value * x + coefficient) % P
    return value


def map_to_g1_curve(u):
    """The image on G1's curve, in Jacobian coordinates."""
    x, y = map_to_e_prime(u)
    x_den, y_den = polynomial(ISO_X_DEN, x), polynomial(ISO_Y_DEN, x)
    if x_den == 0 or y_den == 0:
        return 1, 1, 0
    return (
        polynomial(ISO_X_NUM, x) * pow(x_den, -1, P) % P,
        y * polynomial(ISO_Y_NUM, x) * pow(y_den, -1, P) % P,
        1,
    )


def hash_to_g1(message):
    data = expand_message(message, 128)
    u = [int.from_bytes(data[k : k + 64], "big") % P for k in (0, 64)]
    total = to_affine(FP, curve_add(FP, map_to_g1_curve(u[0]), map_to_g1_curve(u[1])))
    # The cofactor is cleared by 1 - x, where the parameter x is negative.
    return total and to_affine(FP, curve_times(FP, 1 + BLS_X, total))


def bls_verify(public_key, message, signature):
    """e(signature, base of G2) = e(hash of the message, public key)."""
    key, point, hashed = g2_decode(public_key), g1_decode(signature), hash_to_g1(message)
    if key is None or point is None or hashed is None:
        return False
    return pairing_product_is_one([((point[0], -point[1] % P), G2_BASE), (hashed, key)])


# --- Leaves of the shop's log --------------------------------------------------------------------

IDENTIFIER, COUNT = r"[\x21-\x7e]{1,100}", r"(?:0|[1-9][0-9]{0,14})"
HASH, HEX128 = r"[0-9a-f]{64}", r"[0-9a-f]{32}"

LEAF_FORMS = {
    "create": {
        "giveaway": IDENTIFIER,
        "at": COUNT,
        "slots": COUNT,
        "limit": COUNT,
        "start": COUNT,
        "end": COUNT + "|none",
        "mail": COUNT,
        "rules": HASH,
        "commitment": HASH,
        "beacon": HASH,
        "gap": COUNT,
        "margin": COUNT,
        "policy": HASH,
    },
    "freeze": {
        "log": r"[\x21-\x7e]{1,500}",
        "giveaway": IDENTIFIER,
        "create": HASH,
        "tree": f"{COUNT} {HASH}",
        "list": f"{COUNT} {HASH}",
        "credit": COUNT,
        "auto": COUNT,
        "mail": COUNT,
        "staff": COUNT,
        "commitment": HASH,
        "seed": HASH + "|void",
        "beacon": HASH,
        "round": COUNT,
        "time": COUNT,
        "gap": COUNT,
        "margin": COUNT,
    },
    "drawn": {
        "giveaway": IDENTIFIER,
        "manifest": HASH,
        "round": COUNT,
        "signature": "[0-9a-f]{96}",
        "places": f"none|{COUNT}(?: {COUNT})*",
    },
    "passed": {
        "giveaway": IDENTIFIER,
        "at": COUNT,
        "place": COUNT,
        "number": COUNT,
        "reason": "[a-z][a-z0-9_-]{0,39}",
        "notice": HASH,
    },
}


def read_leaf(kind, text):
    """The values of a leaf by the keys of its lines, as text: each value has one form."""
    form = LEAF_FORMS[kind]
    lines = text.split("\n")
    is_whole = len(lines) == len(form) + 2 and lines[0] == f"redoubt/{kind}/2" and lines[-1] == ""
    require(is_whole, f"a text is no leaf of the kind redoubt/{kind}/2")
    values = {}
    for line, (key, pattern) in zip(lines[1:], form.items()):
        require(re.match(f"{key} (?:{pattern})\\Z", line), f"the line {key!r} of a {kind} leaf is not in its form")
        values[key] = line[len(key) + 1 :]
    return values


# --- The entry tree ------------------------------------------------------------------------------

ENTRY = r"([1-9][0-9]{0,8})"
ENTRY_LEAF_FORMS = {
    "open": re.compile(f"open ({IDENTIFIER}) ({HASH})\\Z"),
    "enter": re.compile(f"enter {COUNT} {ENTRY} (credit|auto|staff) ({HEX128}) ({HEX128})\\Z"),
    "mail": re.compile(f"mail {COUNT} {ENTRY} ({HEX128}) ({HEX128}) ([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}) {ENTRY}\\Z"),
    "move": re.compile(f"move {COUNT} {ENTRY} {ENTRY} ({HEX128})\\Z"),
    "out": re.compile(f"out {COUNT} {ENTRY} (?:staff|left|forfeit|cancelled)\\Z"),
    "same": re.compile(f"same {COUNT} ({HEX128}) ({HEX128})\\Z"),
}


def holder_of(giveaway, secret):
    return sha256_hex(f"redoubt/holder/2\n{giveaway}\n".encode() + secret)[:32]


def mark_of(nonce):
    return sha256_hex(b"redoubt/mark/2\n" + nonce)[:32]


def is_day(text):
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


class Entry:
    """A live entry. `index` is that of the leaf that entered it; a move changes the mark."""

    def __init__(self, source, holder, mark, index):
        self.source, self.holder, self.mark, self.index = source, holder, mark, index


class Entries:
    """The live entries by number, after the leaves of the entry tree from the first to the last."""

    def __init__(self, lines, giveaway, create_hash, slots):
        self.opening, self.slots, self.live, self.cards = (giveaway, create_hash), slots, {}, set()
        for index, line in enumerate(lines):
            try:
                self.apply(line, index)
            except Refused:
                raise Fault("entries.impossible", index=index) from None

    def apply(self, line, index):
        kind = line.split(" ", 1)[0]
        match = ENTRY_LEAF_FORMS[kind].match(line) if kind in ENTRY_LEAF_FORMS else None
        require(match, f"{line[:60]!r} is no leaf of an entry tree")
        require((kind == "open") == (index == 0), "the first leaf, and no other, opens the tree")
        self.index = index
        getattr(self, kind)(*match.groups())

    def open(self, giveaway, create_hash):
        require((giveaway, create_hash) == self.opening, "it opens the tree of another giveaway")

    def enter(self, number, source, holder, mark):
        self.put(int(number), Entry(source, holder, mark, self.index))

    def put(self, number, entry):
        require(number <= self.slots, f"the giveaway has no slot {number}")
        require(number not in self.live, f"slot {number} is taken")
        self.live[number] = entry

    def mail(self, number, holder, mark, received, card):
        after = self.slots + len(self.cards) + 1
        require(is_day(received), f"{received} is no day")
        require(int(number) == after, f"the next number of a card is {after}")
        require(card not in self.cards, f"card {card} is there twice")
        self.cards.add(card)
        self.live[int(number)] = Entry("mail", holder, mark, self.index)

    def move(self, old, new, mark):
        entry = self.live.get(int(old))
        require(entry and entry.source != "mail", f"slot {old} has no entry")
        self.put(int(new), Entry(entry.source, entry.holder, mark, entry.index))
        del self.live[int(old)]

    def out(self, number):
        require(self.live.pop(int(number), None), f"number {number} has no entry")

    def same(self, holder, successor):
        own = [entry for entry in self.live.values() if entry.holder == holder]
        require(holder != successor, "a holder becomes itself")
        for entry in own:
            entry.holder = successor

    def list(self):
        """(number, holder) of the entries that are drawn from, by number. Entries of staff have no part."""
        return [(number, entry.holder) for number, entry in sorted(self.live.items()) if entry.source != "staff"]

    def count(self, source):
        return sum(entry.source == source for entry in self.live.values())


def list_hash(giveaway, listed):
    text = f"redoubt/list/2 {giveaway}\n" + "".join(f"{number} {holder}\n" for number, holder in listed)
    return sha256_hex(text.encode())


# --- The draw ------------------------------------------------------------------------------------

QUICKNET = {
    "chain": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    "publicKey": "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    "period": 3,
    "genesis": 1692803367,
}


def verify_round(public_key, number, signature):
    """True for the beacon's signature of a round, all three as the beacon publishes them."""
    if number < 1 or not re.match(r"[0-9a-f]{96}\Z", signature) or not re.match(r"[0-9a-f]{192}\Z", public_key):
        return False
    return bls_verify(bytes.fromhex(public_key), sha256(number.to_bytes(8, "big")), bytes.fromhex(signature))


def is_bound(chain):
    """True when the chain's hash fixes its key and times: quicknet, or a sandbox chain in drand's form of the hash."""
    if chain["chain"] == QUICKNET["chain"]:
        return all(chain[name] == value for name, value in QUICKNET.items())
    if not re.match(r"[0-9a-f]{192}\Z", chain["publicKey"]) or not 1 <= chain["period"] < 2**32:
        return False
    times = chain["period"].to_bytes(4, "big") + chain["genesis"].to_bytes(8, "big")
    return chain["chain"] == sha256_hex(times + bytes.fromhex(chain["publicKey"]) + bytes(32) + b"sandbox")


def time_of_round(chain, number):
    return chain["genesis"] + chain["period"] * (number - 1)


def commitment_of(giveaway, seed):
    return sha256_hex(f"redoubt/seed/2\n{giveaway}\n".encode() + bytes.fromhex(seed))


def draw_key(manifest, seed, signature):
    """HKDF-SHA-256 with 32 bytes of output: the extract step and one block."""
    secret = bytes(32) if seed == "void" else bytes.fromhex(seed)
    extracted = hmac.new(sha256(manifest.encode()), secret + sha256(bytes.fromhex(signature)), "sha256").digest()
    return hmac.new(extracted, b"redoubt/draw/2\1", "sha256").digest()


def below(key, place, m):
    """An unbiased number under m: values in the incomplete last stretch are thrown away."""
    limit = 2**64 - 2**64 % m
    counter = 0
    while True:
        value = int.from_bytes(hmac.new(key, f"{place} {counter}".encode(), "sha256").digest()[:8], "big")
        if value < limit:
            return value % m
        counter += 1


def draw_order(key, listed):
    order = list(listed)
    for place in range(len(order) - 1):
        other = place + below(key, place, len(order) - place)
        order[place], order[other] = order[other], order[place]
    return order


def places_of(order):
    """The numbers of the places: each holder once, by the first of his entries."""
    seen, places = set(), []
    for number, holder in order:
        if holder not in seen:
            seen.add(holder)
            places.append(number)
    return places


# --- The bundle ----------------------------------------------------------------------------------


def read_json(data, name):
    def whole(text):
        value = float(text)
        require(value.is_integer() and not text.startswith("-"), f"{name} has the number {text[:20]}")
        return int(value)

    def natural(text):
        require(not text.startswith("-") and len(text) <= 16, f"{name} has the number {text[:20]}")
        return int(text)

    def refuse(text):
        raise Refused(f"{name} has {text[:20]}, which is no number")

    try:
        return json.loads(data.decode("utf-8"), parse_float=whole, parse_int=natural, parse_constant=refuse)
    except (ValueError, OverflowError, RecursionError):
        raise Refused(f"{name} is not JSON") from None


def canonical_json(value):
    """The one text of a bundle: no spaces, parts in their order, letters beyond ASCII as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def parts_of(value, names, what):
    require(isinstance(value, dict) and set(value) == set(names), f"{what} must have the parts {', '.join(names)}")
    return {name: value[name] for name in names}


def text_of(value, what):
    require(isinstance(value, str) and not re.search("[\ud800-\udfff]", value), f"{what} is not a text")
    return value


def number_of(value, what):
    require(type(value) is int and 0 <= value <= SAFE_INTEGER, f"{what} is not a whole number")
    return value


def list_of(value, what):
    require(isinstance(value, list), f"{what} is not a list")
    return value


class Logged:
    """A leaf of the shop's log, with the inclusion proof and the signed checkpoint that show it there."""

    def __init__(self, value, name, kind):
        self.kind, self.value = f"name.{kind}", parts_of(value, ("leaf", "index", "proof", "checkpoint"), name)
        self.leaf = text_of(self.value["leaf"], f"the leaf of {name}")
        self.index = number_of(self.value["index"], f"the index of {name}")
        proof = list_of(self.value["proof"], f"the proof of {name}")
        self.proof = [text_of(part, f"the proof of {name}") for part in proof]
        self.checkpoint = text_of(self.value["checkpoint"], f"the checkpoint of {name}")
        self.hash = sha256_hex(self.leaf.encode())

    def proven(self, policy):
        """The checkpoint, after the proof that the leaf is in the log of the policy."""
        try:
            checkpoint = Checkpoint(self.checkpoint, policy)
            proof = [base64_bytes(part) for part in self.proof]
        except Refused:
            raise Fault("log.notProven", name=SENTENCES[self.kind]) from None
        hashed = leaf_hash(self.leaf.encode())
        is_in = is_included(self.index, checkpoint.size, hashed, proof, checkpoint.root)
        hold(is_in, "log.notProven", name=SENTENCES[self.kind])
        return checkpoint


class Bundle:
    """What a shop publishes of a draw. `is_exact` is false when another program wrote the file again."""

    def __init__(self, data):
        names = ("format", "policy", "beacon", "entries", "slots", "create", "freezes", "drawn", "passed")
        value = parts_of(read_json(data, "the file"), names, "the file")
        require(value["format"] == "redoubt-bundle/2", "the file is of another format or version")
        self.policy = text_of(value["policy"], "the policy")
        names = ("chain", "publicKey", "period", "genesis", "round", "signature")
        self.beacon = value["beacon"] = parts_of(value["beacon"], names, "the beacon")
        for name in ("chain", "publicKey"):
            text_of(self.beacon[name], f"the {name} of the beacon")
        for name in ("period", "genesis", "round"):
            number_of(self.beacon[name], f"the {name} of the beacon")
        if self.beacon["signature"] is not None:
            text_of(self.beacon["signature"], "the signature of the beacon")
        self.entries = text_of(value["entries"], "the entries")
        self.slots = number_of(value["slots"], "the count of slots")
        self.create = Logged(value["create"], "the creation", "create")
        self.freezes = [Logged(part, "a freeze", "freeze") for part in list_of(value["freezes"], "the freezes")]
        self.drawn = None if value["drawn"] is None else Logged(value["drawn"], "the result", "drawn")
        self.passed = [Logged(part, "a passed place", "passed") for part in list_of(value["passed"], "the passed places")]
        value["create"] = self.create.value
        value["freezes"] = [logged.value for logged in self.freezes]
        value["drawn"] = self.drawn and self.drawn.value
        value["passed"] = [logged.value for logged in self.passed]
        self.is_exact = canonical_json(value) == data


class Receipt:
    """What an entrant kept of a claim: the signed receipt, the shop's key, the holder's secret, the nonces."""

    def __init__(self, data):
        value = read_json(data, "the receipt")
        is_ours = isinstance(value, dict) and value.get("format") == "redoubt-receipt/2"
        require(is_ours, "the receipt is of another format or version")
        self.note = text_of(value.get("receipt"), "the note of the receipt")
        self.key = text_of(value.get("key"), "the key of the receipt")
        self.secret = None if value.get("secret") is None else text_of(value["secret"], "the secret of the receipt")
        self.nonces = None
        if value.get("nonces") is not None:
            self.nonces = [text_of(nonce, "a nonce of the receipt") for nonce in list_of(value["nonces"], "the nonces")]
        self.proofs = []
        if value.get("proofs") is not None:
            for proof in list_of(value["proofs"], "the proofs of the receipt"):
                parts = parts_of(proof, ("entry", "head"), "a proof of the receipt")
                self.proofs.append([text_of(part, "a part of a proof") for part in parts.values()])


class TlogProof:
    """A block of c2sp.org/tlog-proof@v1, without extra data."""

    def __init__(self, text):
        head, separator, self.checkpoint = text.partition("\n\n")
        lines = head.split("\n")
        is_whole = separator and lines[0] == "c2sp.org/tlog-proof@v1" and len(lines) > 1
        require(is_whole and re.match(f"index {COUNT}\\Z", lines[1]), "a proof of your receipt is not in its form")
        self.index, self.proof = int(lines[1][6:]), lines[2:]


class Promise:
    """The text of a receipt: these leaves of this giveaway will be in the log by a moment."""

    def __init__(self, body):
        lines = body.split("\n")
        is_whole = (
            len(lines) >= 6
            and lines[0] == "redoubt/receipt/2"
            and lines[1].startswith("log ")
            and lines[2].startswith("giveaway ")
            and all(line.startswith("leaf ") for line in lines[3:-2])
            and re.match(f"by {COUNT}\\Z", lines[-2])
            and lines[-1] == ""
        )
        require(is_whole, "your receipt is not in its form")
        self.log, self.giveaway = lines[1][4:], lines[2][9:]
        self.leaves, self.by = [line[5:] for line in lines[3:-2]], int(lines[-2][3:])


# --- The steps -----------------------------------------------------------------------------------

PLACES_OF_LEAF = 100
SLIP_ROUNDS = 28800
DEADLINE_MS = 600_000

# What a step needs from earlier ones: an attribute of Check, and the step that finds it.
FOUND_BY = {
    "create": 1,
    "policy": 1,
    "freezes": 2,
    "deciding": 3,
    "entries": 5,
    "listed": 6,
    "signature": 9,
    "places": 10,
}
NEEDS = {
    1: (),
    2: ("create", "policy"),
    3: ("freezes",),
    4: ("deciding",),
    5: ("create",),
    6: ("deciding", "entries"),
    7: ("deciding", "create"),
    8: ("deciding", "create"),
    9: (),
    10: ("deciding", "listed", "signature"),
    11: ("places", "policy"),
    12: ("create", "policy", "listed"),
}


class Freeze:
    def __init__(self, logged, checkpoint, policy):
        self.text, self.hash = logged.leaf, logged.hash
        self.values = read_leaf("freeze", logged.leaf)
        self.round, self.time = int(self.values["round"]), int(self.values["time"])
        self.quorum_at = policy.quorum_at(checkpoint.note)
        self.is_in_time = self.quorum_at is not None and self.quorum_at <= self.time - int(self.values["margin"])


class Check:
    """One method for each step: it raises Refused, or returns in one sentence what it has shown."""

    def __init__(self, bundle, receipt=None, signature=None, log_key=None):
        self.bundle, self.receipt, self.given_signature, self.log_key = bundle, receipt, signature, log_key
        self.create = self.policy = self.freezes = self.deciding = self.entries = None
        self.listed = self.signature = self.places = self.drawn = self.winner = None

    def results(self):
        """(step, holds, sentence) of each step. A step is checked also when another one fails, where it can be."""
        found = []
        if not self.bundle.is_exact:
            found.append((0, False, SENTENCES["file.rewritten"]))
        for step in range(1, 13 if self.receipt else 12):
            missing = [name for name in NEEDS[step] if getattr(self, name) is None]
            if missing:
                found.append((step, False, SENTENCES["step.skipped"].format(step=FOUND_BY[missing[0]])))
                continue
            try:
                found.append((step, True, getattr(self, f"step{step}")()))
            except Fault as fault:
                found.append((step, False, str(fault)))
            except Refused:
                found.append((step, False, SENTENCES["step.unreadable"]))
        return found

    def step1(self):
        self.create = read_leaf("create", self.bundle.create.leaf)
        self.giveaway = self.create["giveaway"]
        self.policy = Policy(self.bundle.policy)
        is_same = sha256_hex(self.bundle.policy.encode()) == self.create["policy"]
        hold(is_same, "policy.other")
        if self.log_key is not None:
            is_known = Key(self.log_key, ED25519).public_key == self.policy.log.public_key
            hold(is_known, "policy.otherLog")
        return "Log and witnesses are those that the giveaway was created with."

    def step2(self):
        logged = [self.bundle.create, *self.bundle.freezes]
        if self.bundle.drawn:
            logged.append(self.bundle.drawn)
        checkpoints = [one.proven(self.policy) for one in logged]
        created_at = self.policy.quorum_at(checkpoints[0].note)
        hold(created_at is not None, "log.createUnseen")
        in_order = all(before.index < after.index for before, after in zip(logged, logged[1:]))
        hold(in_order, "log.disordered")
        roots = {}
        for checkpoint in checkpoints:
            is_one = roots.setdefault(checkpoint.size, checkpoint.root) == checkpoint.root
            hold(is_one, "log.twoHistories")
        hold(self.bundle.freezes, "log.notSealed")
        freezes = [Freeze(one, at, self.policy) for one, at in zip(self.bundle.freezes, checkpoints[1:])]
        own = {"log": self.policy.log.name, "giveaway": self.giveaway, "create": self.bundle.create.hash}
        for freeze in freezes:
            is_own = all(freeze.values[name] == value for name, value in own.items())
            hold(is_own, "log.otherList")
        self.freezes = freezes
        if self.bundle.drawn:
            self.drawn = read_leaf("drawn", self.bundle.drawn.leaf)
            hold(self.drawn["giveaway"] == self.giveaway, "log.otherResult")
        return f"All of them are in the log {self.policy.log.name}."

    def step3(self):
        self.deciding = next((freeze for freeze in self.freezes if freeze.is_in_time), None)
        hold(self.deciding, "quorum.late")
        return f"The sealed list was confirmed by {moment(self.deciding.quorum_at)}, before the round could be known."

    def step4(self):
        first, before = self.freezes[0], self.freezes[0].round
        for freeze in self.freezes[1:]:
            for name, value in freeze.values.items():
                is_same = value == first.values[name] or name in ("round", "time")
                hold(is_same, "freeze.differs")
            slip = freeze.round - first.round
            is_its_time = freeze.time == first.time + slip * self.bundle.beacon["period"]
            hold(is_its_time and slip % SLIP_ROUNDS == 0, "freeze.differs")
            hold(freeze.round > before, "freeze.earlier")
            before = freeze.round
        if self.drawn:
            others = [freeze for freeze in self.freezes if freeze.text != self.deciding.text]
            is_first = self.drawn["manifest"] not in [freeze.hash for freeze in others]
            hold(is_first, "freeze.notFirst")
        count = len(self.freezes)
        return "The list was sealed once." if count == 1 else f"The list was sealed {count} times without a change."

    def step5(self):
        is_same = str(self.bundle.slots) == self.create["slots"]
        hold(is_same, "entries.otherSlots")
        lines = self.bundle.entries.split("\n")
        self.entries = Entries(lines, self.giveaway, self.bundle.create.hash, self.bundle.slots)
        return f"All {len(lines)} records of entries are possible, one after another."

    def step6(self):
        frozen, listed, lines = self.deciding.values, self.entries.list(), self.bundle.entries.split("\n")
        root = tree_root([leaf_hash(line.encode()) for line in lines]).hex()
        hold(frozen["tree"] == f"{len(lines)} {root}", "list.otherRecords")
        hashed = list_hash(self.giveaway, listed)
        hold(frozen["list"] == f"{len(listed)} {hashed}", "list.other")
        for source in ("credit", "auto", "mail", "staff"):
            is_same = frozen[source] == str(self.entries.count(source))
            hold(is_same, "list.otherCounts")
        self.listed = listed
        return f"The list of {len(listed)} entries is the sealed one."

    def step7(self):
        frozen = self.deciding.values
        is_same = frozen["commitment"] == self.create["commitment"]
        hold(is_same, "seed.exchanged")
        if frozen["seed"] == "void":
            return "The shop lost its seed and said so before the round could be known; zeros count instead."
        fits = commitment_of(self.giveaway, frozen["seed"]) == frozen["commitment"]
        hold(fits, "seed.other")
        return "The seed is the one that was promised at the creation."

    def step8(self):
        frozen, beacon = self.deciding.values, self.bundle.beacon
        is_chain = beacon["chain"] == frozen["beacon"] == self.create["beacon"] and is_bound(beacon)
        hold(is_chain, "round.otherSource")
        is_rule = all(frozen[name] == self.create[name] for name in ("gap", "margin"))
        hold(is_rule, "round.otherRules")
        is_round = beacon["round"] == self.deciding.round >= 1
        hold(is_round, "round.other")
        is_time = self.deciding.time == time_of_round(beacon, beacon["round"])
        hold(is_time, "round.otherTime")
        return f"The freeze fixed round {beacon['round']}, of {moment(self.deciding.time)}."

    def step9(self):
        beacon = self.bundle.beacon
        signature = self.given_signature if beacon["signature"] is None else beacon["signature"]
        when = moment(time_of_round(beacon, beacon["round"]))
        hold(signature is not None, "beacon.absent", round=beacon["round"], moment=when)
        is_whole = beacon["signature"] is not None or not self.bundle.drawn
        hold(is_whole, "beacon.withoutNumber")
        is_signed = verify_round(beacon["publicKey"], beacon["round"], signature)
        hold(is_signed, "beacon.forged")
        self.signature = signature
        return f"The beacon signed round {beacon['round']}."

    def step10(self):
        is_whole = self.bundle.drawn or self.bundle.beacon["signature"] is None
        hold(is_whole, "order.withoutResult")
        key = draw_key(self.deciding.text, self.deciding.values["seed"], self.signature)
        places = places_of(draw_order(key, self.listed))
        if self.bundle.drawn:
            hold(self.drawn, "order.unreadable")
            hold(self.drawn["manifest"] == self.deciding.hash, "order.otherList")
            number = (str(self.bundle.beacon["round"]), self.signature)
            hold((self.drawn["round"], self.drawn["signature"]) == number, "order.otherNumber")
            order = " ".join(str(number) for number in places[:PLACES_OF_LEAF]) or "none"
            hold(self.drawn["places"] == order, "order.wrong", number=places[0] if places else 0)
        self.places = places
        return f"It does, and begins with number {places[0]}." if places else "No entry takes part."

    def step11(self):
        before, at = self.bundle.drawn, 0
        for place, logged in enumerate(self.bundle.passed, 1):
            passed = read_leaf("passed", logged.leaf)
            confirmed = self.policy.quorum_at(logged.proven(self.policy).note)
            hold(confirmed is not None, "passed.unseen")
            in_order = before and logged.index > before.index and int(passed["at"]) >= at
            hold(in_order, "passed.disordered")
            hold(passed["giveaway"] == self.giveaway, "passed.otherGiveaway")
            hold(place <= len(self.places), "passed.noPlace", place=place)
            number = self.places[place - 1]
            is_next = (passed["place"], passed["number"]) == (str(place), str(number))
            hold(is_next, "passed.other", place=place, number=number)
            before, at = logged, int(passed["at"])
        count = len(self.bundle.passed)
        self.winner = self.places[count] if count < len(self.places) else None
        if self.winner is None:
            return "No place is left."
        return f"Places passed before, in their order: {count}. The winner is number {self.winner}."

    def step12(self):
        key, note = Key(self.receipt.key, ED25519), Note(self.receipt.note)
        shop = self.policy.log.name.split("/")[0]
        hold(key.name == f"{shop}/redoubt/receipt", "receipt.otherShop")
        hold(note.is_signed_by(key), "receipt.unsigned")
        promise, lines = Promise(note.body), self.bundle.entries.split("\n")
        is_here = (promise.log, promise.giveaway) == (self.policy.log.name, self.giveaway)
        hold(is_here, "receipt.otherGiveaway")
        numbers = [self.own_number(promise, lines, place) for place in range(len(promise.leaves))]
        return f"You are in with number {', '.join(numbers)}, as your receipt says."

    def own_number(self, promise, lines, place):
        line = promise.leaves[place]
        hold(line in lines, "receipt.leftOut", line=line)
        index, words = lines.index(line), line.split(" ")
        hold(words[0] in ("enter", "mail"), "receipt.noEntry")
        is_in_time = place > 0 or promise.by == int(words[1]) + DEADLINE_MS
        hold(is_in_time, "receipt.deadline")
        (holder, mark), live = words[3:5] if words[0] == "mail" else words[4:6], self.entries.live
        number = next((number for number, entry in live.items() if entry.index == index), int(words[2]))
        entry = live.get(number)
        # An entry that a dispute took out may come back under its number by a later leaf.
        is_live = entry and (entry.index == index or entry.holder == holder)
        hold(is_live, "receipt.takenOut", number=words[2])
        hold(entry.source != "staff", "receipt.ofStaff")
        if place < len(self.receipt.proofs):
            self.check_proof(line, promise.by, lines, self.receipt.proofs[place])
        if self.receipt.secret is not None:
            computed = holder_of(self.giveaway, any_hex(self.receipt.secret))
            # True for two accounts of one person; else the shop gave the entry away. Only the entrant knows.
            is_joined = computed == holder != entry.holder
            hold(not is_joined, "receipt.joined")
            hold(computed == entry.holder, "receipt.otherHolder")
        if self.receipt.nonces is not None:
            nonce = self.receipt.nonces[place] if place < len(self.receipt.nonces) else None
            hold(nonce is not None and mark_of(hex_of(nonce, 16)) == mark, "receipt.otherMark")
        return str(number) if str(number) == words[2] else f"{number} (moved from {words[2]})"


    def check_proof(self, line, by, lines, proofs):
        """The tree that witnesses saw in time has the entry, and the frozen tree begins with it."""
        try:
            size, root, seen_at = self.seen_tree(line, proofs)
        except Fault as fault:
            raise Fault("proof.unreadable") if fault.is_unproven else fault
        except Refused:
            raise Fault("proof.unreadable") from None
        hold(seen_at is not None, "proof.unseen")
        hold(seen_at * 1000 <= by, "proof.late")
        frozen = [leaf_hash(line.encode()) for line in lines[:size]]
        is_beginning = len(frozen) == size and tree_root(frozen) == root
        hold(is_beginning, "receipt.rewritten")

    def seen_tree(self, line, proofs):
        """Size and root of the tree that has the entry, and when a quorum saw it."""
        entry, head = map(TlogProof, proofs)
        origin, size, root = checkpoint_of(entry.checkpoint)
        proof = [base64_bytes(part) for part in entry.proof]
        is_in = is_included(entry.index, size, leaf_hash(line.encode()), proof, root)
        is_own = origin == f"{self.policy.log.name}/{self.giveaway}" and is_in
        hold(is_own, "proof.notIn")
        leaf = f"redoubt/head/2\ngiveaway {self.giveaway}\nsize {size}\nroot {root.hex()}\n"
        logged = {"leaf": leaf, "index": head.index, "proof": head.proof, "checkpoint": head.checkpoint}
        return size, root, self.policy.quorum_at(Logged(logged, "the tree", "create").proven(self.policy).note)


def moment(seconds):
    try:
        at = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    except (ValueError, OverflowError, OSError):
        return f"second {seconds}"
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def trust_of(check):
    """What no file can prove, for the reader to weigh."""
    if check.policy is None:
        return []
    witnesses = ", ".join(key.name for key in check.policy.witnesses.values())
    is_public = check.bundle.beacon["chain"] == QUICKNET["chain"]
    return [
        f"The key of the shop's log is {check.policy.log.vkey}. Compare it with one from elsewhere, such as your e-mail.",
        f"The witnesses are {witnesses}. They count only if they do not all belong to the shop.",
        "The beacon is drand quicknet, which is public and not the shop's."
        if is_public
        else "The beacon is a sandbox, whose key the shop may hold. Such a draw is a rehearsal and proves nothing.",
    ]


def verify(data, receipt=None, signature=None, log_key=None):
    """The result of all steps on the bytes of a bundle and of a kept receipt, in the form that --json prints."""
    try:
        check = Check(Bundle(data), receipt and Receipt(receipt), signature, log_key)
    except Refused:
        return {"ok": False, "steps": [{"step": 0, "ok": False, "sentence": SENTENCES["file.unreadable"]}]}
    steps = [{"step": step, "ok": ok, "sentence": sentence} for step, ok, sentence in check.results()]
    verdict = {"ok": all(step["ok"] for step in steps), "steps": steps, "trust": trust_of(check)}
    if all(step["ok"] or step["step"] == 12 for step in steps):
        verdict["places"] = check.places
        if check.winner is not None:
            verdict["winner"] = check.winner
    return verdict


# --- The command line ----------------------------------------------------------------------------

WRONG_USAGE, WRONG_FORM, NO_FILE, FAULT = 64, 65, 66, 70
OPTIONS = {"--round-file": "round_file", "--signature": "signature", "--log-key": "log_key"}


class Stop(Exception):
    def __init__(self, code, sentence):
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


def arguments_of(words):
    files, options, is_json, rest = [], {}, False, list(words)
    while rest:
        word = rest.pop(0)
        if word in ("-h", "--help"):
            raise Stop(0, __doc__)
        if word == "--json":
            is_json = True
        elif word in OPTIONS and rest and OPTIONS[word] not in options:
            options[OPTIONS[word]] = rest.pop(0)
        elif word.startswith("-"):
            raise Stop(WRONG_USAGE, __doc__)
        else:
            files.append(word)
    if len(files) not in (1, 2) or len(options.keys() & {"round_file", "signature"}) == 2:
        raise Stop(WRONG_USAGE, __doc__)
    return files, options, is_json


def read_file(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError):
        raise Stop(NO_FILE, f"The file {path} cannot be read.") from None


def signature_of(path):
    """The signature in the answer of a relay of the beacon."""
    try:
        value = read_json(read_file(path), "the file of the round")
        require(isinstance(value, dict), "the file of the round has no signature")
        return text_of(value.get("signature"), "the signature in the file of the round")
    except Refused as problem:
        raise Stop(WRONG_FORM, f"{problem}.") from None


SKIPPED = SENTENCES["step.skipped"].split("{")[0]


def told(verdict):
    for step in verdict["steps"]:
        mark = "ok" if step["ok"] else "--" if step["sentence"].startswith(SKIPPED) else "NO"
        yield f"{mark}  {step['step']:2}  {SENTENCES['question.' + str(step['step'])]} {step['sentence']}"
    if "winner" in verdict:
        yield f"The winner is number {verdict['winner']}."
        places = verdict["places"]
        more = f", and {len(places) - 20} more" if len(places) > 20 else ""
        yield f"Places: {', '.join(str(number) for number in places[:20])}{more}"
    yield from verdict.get("trust", ())


def main(words):
    try:
        files, options, is_json = arguments_of(words)
        signature = options.get("signature")
        if "round_file" in options:
            signature = signature_of(options["round_file"])
        receipt = read_file(files[1]) if len(files) == 2 else None
        verdict = verify(read_file(files[0]), receipt, signature, options.get("log_key"))
    except Stop as stop:
        print(stop.sentence, file=sys.stdout if stop.code == 0 else sys.stderr)
        return stop.code
    except Exception as fault:  # A reader of a draw gets a sentence, whatever the file did.
        print(f"The file cannot be checked: {type(fault).__name__}.", file=sys.stderr)
        return FAULT
    print(json.dumps(verdict) if is_json else "\n".join(told(verdict)))
    failed = [step["step"] for step in verdict["steps"] if not step["ok"]]
    return (failed[0] or WRONG_FORM) if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
