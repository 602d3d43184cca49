"""What a disk holds after its power was cut, computed from a record of everything that was done to it (recorder.c).

What was synced is there. Of what was not, any part may be there: each 512 bytes of a write by itself, and the
changes of folders up to some point in their order (a journal keeps theirs).
"""
import dataclasses
import os
import struct

WRITE, TRUNCATE, SYNC, CREATE, RENAME, UNLINK, MAKE_FOLDER, LINK, ACKNOWLEDGED, MAPPED = range(1, 11)
HEAD = struct.Struct("<IIQQQ")
SECTOR = 512


@dataclasses.dataclass
class Event:
    end: int       # of its bytes in the record
    kind: int
    file: int
    place: int
    names: str
    data: bytes


def read_record(path):
    content, at, events = path.read_bytes(), 0, []
    while at < len(content):
        kind, length, file, place, size = HEAD.unpack_from(content, at)
        at += HEAD.size
        names, data = content[at:at + length].decode(), content[at + length:at + length + size]
        at += length + size
        events.append(Event(at, kind, file, place, names, data))
    return events


def acknowledge(path, words):
    """Appends a mark: what a client knew at this moment."""
    text = words.encode()
    with open(path, "ab", buffering=0) as record:
        record.write(HEAD.pack(ACKNOWLEDGED, len(text), 0, 0, 0) + text)


class File:
    def __init__(self):
        self.durable = bytearray()
        self.pending = []  # events, in order

    def sync(self, began):
        apply(self.durable, [event for event in self.pending if event.end <= began])
        self.pending = [event for event in self.pending if event.end > began]

    def after_cut(self, dice, chance):
        content = bytearray(self.durable)
        for event in self.pending:
            if event.kind == TRUNCATE:
                if dice.random() < chance:
                    apply(content, [event])
                continue
            for start in range(0, len(event.data), SECTOR):
                if dice.random() < chance:
                    put(content, event.place + start, event.data[start:start + SECTOR])
        return content


def put(content, at, data):
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    content[at:at + len(data)] = data


def apply(content, events):
    for event in events:
        if event.kind == WRITE:
            put(content, event.place, event.data)
        elif event.place < len(content):
            del content[event.place:]
        else:
            content.extend(bytes(event.place - len(content)))


class Disk:
    """The state of one folder, event by event. The folder is empty at the beginning."""

    def __init__(self, root, lies=lambda name: False):
        self.root = os.stat(root).st_ino
        self.files = {}                  # our own number -> File
        self.folders = {self.root: {}}   # inode -> durable entries: name -> (is folder, number)
        self.changes = []                # of entries, not yet durable: (end, folder inode, function)
        self.numbers = {}                # inode -> our own number of the file that has it now
        self.names = {}                  # inode -> a name it was given, for messages
        self.mapped = set()
        self.lies = lies                 # which files only pretend to be synced

    def take(self, event):
        handler = {WRITE: self._written, TRUNCATE: self._written, SYNC: self._synced, CREATE: self._created, LINK: self._linked,
                   RENAME: self._renamed, UNLINK: self._unlinked, MAKE_FOLDER: self._made_folder,
                   MAPPED: lambda event: self.mapped.add(self.names.get(event.file, "?"))}.get(event.kind)
        if handler:
            handler(event)

    def _number(self, inode):
        return self.numbers.setdefault(inode, -inode)

    def _written(self, event):
        self.files.setdefault(self._number(event.file), File()).pending.append(event)

    def _synced(self, event):
        if event.file in self.folders or event.file == self.root:
            done = [change for change in self.changes if change[1] == event.file and change[0] <= event.place]
            for change in done:
                change[2](self.folders)
            self.changes = [change for change in self.changes if change not in done]
        elif not self.lies(self.names.get(event.file, "")):
            self.files.setdefault(self._number(event.file), File()).sync(event.place)

    def _change(self, event, folder, function):
        self.changes.append((event.end, folder, function))

    def _created(self, event):
        # The inode may be one that a removed file had: this is another file.
        self.numbers[event.file] = number = 1_000_000 + event.end
        self.files[number] = File()
        self.names[event.file] = event.names
        self._change(event, event.place, lambda folders: folders[event.place].__setitem__(event.names, (False, number)))

    def _linked(self, event):
        number = self._number(event.file)
        self.names[event.file] = event.names
        self._change(event, event.place, lambda folders: folders[event.place].__setitem__(event.names, (False, number)))

    def _made_folder(self, event):
        self.folders[event.file] = {}
        self._change(event, event.place, lambda folders: folders[event.place].__setitem__(event.names, (True, event.file)))

    def _unlinked(self, event):
        self._change(event, event.place, lambda folders: folders[event.place].pop(event.names, None))

    def _renamed(self, event):
        old, new = event.names.split("/")
        target = int.from_bytes(event.data, "little")
        self.names[event.file] = new
        entry = (event.file in self.folders, event.file if event.file in self.folders else self._number(event.file))

        def rename(folders):
            folders[event.place].pop(old, None)
            folders[target][new] = entry
        self._change(event, target, rename)

    def cut(self, where, dice):
        """Writes what is left after a cut now into the folder `where`; gives how it was chosen."""
        chance = dice.choice([0.0, 0.0, 0.5, 1.0, dice.random()])
        kept = dice.choice([0, len(self.changes), dice.randint(0, len(self.changes))])
        folders = {inode: dict(entries) for inode, entries in self.folders.items()}
        for _, _, function in self.changes[:kept]:
            function(folders)
        self._write_folder(folders, self.root, where, dice, chance)
        return f"{chance:.2f} of the bytes and {kept} of {len(self.changes)} changes of folders that were not synced"

    def _write_folder(self, folders, inode, where, dice, chance):
        os.makedirs(where, mode=0o700, exist_ok=True)
        for name, (is_folder, number) in folders.get(inode, {}).items():
            path = os.path.join(where, name)
            if is_folder:
                self._write_folder(folders, number, path, dice, chance)
            elif not name.endswith("-shm"):  # shared memory: gone with the power
                with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
                    file.write(self.files.get(number, File()).after_cut(dice, chance))
