"""Runs redoubt-verify.py on many inputs in one process, for tests: JSON lines in, JSON lines out.

{"vectors": folder} checks the vectors and answers {"faults": [...]}. {"bundle": base64 of its bytes, "receipt", "signature"}
answers the verdict. {"log": {"lines", "giveaway", "create", "slots", "manifest", "seed", "signature"}} answers what follows.
"""

import base64
import functools
import importlib.util
import json
import pathlib
import sys

sys.dont_write_bytecode = True
path = pathlib.Path(__file__).parent.parent / "redoubt-verify.py"
spec = importlib.util.spec_from_file_location("redoubt_verify", path)
verifier = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verifier)
# Inputs of one test share most signatures.
verifier.ed25519_verify = functools.lru_cache(None)(verifier.ed25519_verify)
verifier.bls_verify = functools.lru_cache(None)(verifier.bls_verify)


def of_log(log):
    entries = verifier.Entries(log["lines"], log["giveaway"], log["create"], log["slots"])
    listed = entries.list()
    key = verifier.draw_key(log["manifest"], log["seed"], log["signature"])
    order = verifier.draw_order(key, listed)
    places = verifier.places_of(order)
    return {
        "root": verifier.tree_root([verifier.leaf_hash(line.encode()) for line in log["lines"]]).hex(),
        "listHash": verifier.list_hash(log["giveaway"], listed),
        "order": [number for number, _ in order],
        "places": places,
        "winner": places[0] if places else None,
    }


def of_bundle(given):
    receipt = given.get("receipt")
    data = base64.b64decode(given["bundle"])
    return verifier.verify(data, receipt and receipt.encode(), given.get("signature"), given.get("logKey"))


def merkle_faults(vectors):
    hashes = [verifier.leaf_hash(bytes.fromhex(leaf)) for leaf in vectors["leaves"]]
    roots = [bytes.fromhex(root) for root in vectors["roots"]]
    in_bytes = lambda proof: [bytes.fromhex(part) for part in proof]
    yield "leaf hashes", [part.hex() for part in hashes] == vectors["leafHashes"]
    for size, root in enumerate(roots):
        yield f"root of {size}", verifier.tree_root(hashes[:size]) == root
    for one in vectors["inclusion"]:
        index, size, proof = one["index"], one["size"], in_bytes(one["proof"])
        yield f"inclusion {index} of {size}", verifier.is_included(index, size, hashes[index], proof, roots[size])
    for one in vectors["consistency"]:
        first, second, proof = one["first"], one["second"], in_bytes(one["proof"])
        holds = verifier.is_consistent(first, roots[first], second, roots[second], proof)
        yield f"consistency of {first} and {second}", holds
    for one in vectors["notIncluded"]:
        leaf, root = bytes.fromhex(one["leafHash"]), bytes.fromhex(one["root"])
        yield one["why"], not verifier.is_included(one["index"], one["size"], leaf, in_bytes(one["proof"]), root)
    for one in vectors["notConsistent"]:
        root1, root2 = bytes.fromhex(one["root1"]), bytes.fromhex(one["root2"])
        yield one["why"], not verifier.is_consistent(one["first"], root1, one["second"], root2, in_bytes(one["proof"]))


def beacon_faults(vectors):
    key = vectors["chain"]["publicKey"]
    for one in vectors["valid"]:
        yield f"round {one['round']}", verifier.verify_round(key, one["round"], one["signature"])
        yield f"time of round {one['round']}", verifier.time_of_round(verifier.QUICKNET, one["round"]) == one["time"]
    for one in vectors["invalid"] + vectors["wrongKey"]:
        yield one["why"], not verifier.verify_round(one.get("publicKey", key), one["round"], one["signature"])
    for one in vectors["sandbox"]["rounds"]:
        key = vectors["sandbox"]["publicKey"]
        yield f"sandbox round {one['round']}", verifier.verify_round(key, one["round"], one["signature"])


def note_faults(vectors):
    signed = [vectors["specification"], vectors["receipt"]]
    for one in signed:
        yield one["vkey"], verifier.Note(one["note"]).is_signed_by(verifier.Key(one["vkey"], verifier.ED25519))
    forged = vectors["receiptForged"]
    key = verifier.Key(forged["vkey"], verifier.ED25519)
    yield "forged receipt", not verifier.Note(forged["note"]).is_signed_by(key)
    for one in vectors["freezes"]:
        names = [f"w{number}" for number, _ in enumerate(one["witnesses"])]
        lines = [f"witness {name} {key}" for name, key in zip(names, one["witnesses"])]
        group = f"group all-of-them {one['quorum']} {' '.join(names)}"
        policy = verifier.Policy("\n".join([f"log {one['log']}", *lines, group, "quorum all-of-them", ""]))
        manifest = verifier.read_leaf("freeze", one["manifest"])
        note = verifier.Note(one["checkpoint"])
        size, root = note.body.split("\n")[1:3]
        reached = policy.quorum_at(note)
        counts = reached is not None and reached <= int(manifest["time"]) - int(manifest["margin"])
        hashed = verifier.leaf_hash(one["manifest"].encode())
        proof = [bytes.fromhex(part) for part in one["proof"]]
        yield one["why"], counts == one["counts"]
        is_in = verifier.is_included(one["index"], int(size), hashed, proof, verifier.base64_bytes(root))
        yield f"proof: {one['why']}", is_in and note.is_signed_by(policy.log)


def draw_faults(vectors):
    for one in vectors["cases"]:
        expected, manifest = one["expected"], one["expected"]["manifest"]
        log = {"lines": one["leaves"], "create": one["create"], "manifest": manifest}
        found = of_log({**one, **log})
        for name in ("root", "listHash", "order", "places"):
            yield f"{name}: {one['name']}", found[name] == expected[name]
        key = verifier.draw_key(manifest, one["seed"], one["signature"])
        yield f"key: {one['name']}", key.hex() == expected["key"]
        yield f"seed: {one['name']}", verifier.commitment_of(one["giveaway"], one["seed"]) == one["commitment"]
        yield f"manifest: {one['name']}", verifier.sha256_hex(manifest.encode()) == expected["manifestHash"]
    key = bytes.fromhex(vectors["below"]["key"])
    for one in vectors["below"]["values"]:
        value = verifier.below(key, one["place"], int(one["m"]))
        yield f"below {one['m']} at {one['place']}", value == int(one["value"])


def of_vectors(folder):
    kinds = {
        "merkle-rfc6962.json": merkle_faults,
        "drand-quicknet.json": beacon_faults,
        "notes.json": note_faults,
        "draw-v2.json": draw_faults,
    }
    checks = []
    for name, check in kinds.items():
        checks += check(json.loads((pathlib.Path(folder) / name).read_text("utf-8")))
    return {"checks": len(checks), "faults": [name for name, holds in checks if not holds]}


def answer(given):
    if "vectors" in given:
        return of_vectors(given["vectors"])
    return of_log(given["log"]) if "log" in given else of_bundle(given)


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
