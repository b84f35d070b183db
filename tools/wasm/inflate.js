/* inflate.js - decompresses gzip files (RFC 1951, RFC 1952) at once.  A browser's
 * DecompressionStream does it later, but the program waits for the file. */
"use strict";
(function () {
    /* Lengths and distances: the extra bits of each code and its smallest value. */
    const extraOfLength =
        [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
    const lengths = smallest(extraOfLength.slice(0, -1), 3).concat(258);
    const extraOfDistance = Array.from({ length: 30 }, (_, i) => Math.max(0, (i >> 1) - 1));
    const distances = smallest(extraOfDistance, 1);
    const orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

    function smallest(extra, first) {
        let next = first;
        return extra.map(bits => {
            const value = next;
            next += 1 << bits;
            return value;
        });
    }

    /* A table from the next bits of the input to a symbol and the length of its code. */
    function makeTable(bitsOf) {
        const bits = Math.max(...bitsOf), table = new Uint16Array(1 << bits);
        const count = new Array(17).fill(0), next = [0];
        bitsOf.forEach(n => { count[n]++; });
        count[0] = 0;
        for (let n = 1; n <= bits; n++)
            next[n] = (next[n - 1] + count[n - 1]) << 1;
        bitsOf.forEach((n, symbol) => {
            if (n === 0)
                return;
            let reversed = 0;
            for (let code = next[n]++, i = 0; i < n; i++)
                reversed |= ((code >> i) & 1) << (n - 1 - i);
            for (; reversed < table.length; reversed += 1 << n)
                table[reversed] = symbol << 4 | n;
        });
        return { table, bits };
    }

    const fixed = {
        symbols: makeTable([].concat(new Array(144).fill(8), new Array(112).fill(9),
                                      new Array(24).fill(7), new Array(8).fill(8))),
        distances: makeTable(new Array(30).fill(5)),
    };

    /* Reads bits, the lowest of each byte first. */
    class Bits {
        constructor(bytes, at) {
            this.bytes = bytes;
            this.at = at;
            this.held = 0;
            this.count = 0;
        }
        fill(n) {
            while (this.count < n) { /* beyond the end: zeros */
                this.held |= this.bytes[this.at++] << this.count;
                this.count += 8;
            }
        }
        skip(n) {
            this.held >>>= n;
            this.count -= n;
        }
        take(n) {
            this.fill(n);
            const value = this.held & ((1 << n) - 1);
            this.skip(n);
            return value;
        }
        symbol({ table, bits }) {
            this.fill(bits);
            const found = table[this.held & ((1 << bits) - 1)];
            if ((found & 15) === 0 || this.at > this.bytes.length)
                throw new Error("damaged gzip file");
            this.skip(found & 15);
            return found >> 4;
        }
        /* Drops the rest of the byte, and returns the place of the next. */
        align() {
            this.at -= this.count >> 3;
            this.held = this.count = 0;
            return this.at;
        }
    }

    function readTables(bits) {
        const symbols = bits.take(5) + 257, all = symbols + bits.take(5) + 1, count = bits.take(4) + 4;
        const bitsOf = new Array(19).fill(0);
        for (let i = 0; i < count; i++)
            bitsOf[orderOfLengths[i]] = bits.take(3);
        const table = makeTable(bitsOf), read = [];
        while (read.length < all) {
            const symbol = bits.symbol(table);
            const value = symbol === 16 ? read[read.length - 1] : symbol < 16 ? symbol : 0;
            let times = symbol < 16     ? 1
                        : symbol === 16 ? 3 + bits.take(2)
                        : symbol === 17 ? 3 + bits.take(3)
                                        : 11 + bits.take(7);
            while (times-- > 0)
                read.push(value);
        }
        return {
            symbols: makeTable(read.slice(0, symbols)),
            distances: makeTable(read.slice(symbols, all))
        };
    }

    function inflateBlock(bits, tables, out, at) {
        for (;;) {
            const symbol = bits.symbol(tables.symbols);
            if (symbol === 256)
                return at;
            if (symbol < 256) {
                out[at++] = symbol;
                continue;
            }
            const length = lengths[symbol - 257] + bits.take(extraOfLength[symbol - 257]);
            const code = bits.symbol(tables.distances);
            const distance = distances[code] + bits.take(extraOfDistance[code]);
            for (let i = 0; i < length; i++, at++)
                out[at] = out[at - distance];
        }
    }

    function inflateStored(bits, out, at) {
        const from = bits.align(), length = bits.bytes[from] | bits.bytes[from + 1] << 8;
        out.set(bits.bytes.subarray(from + 4, from + 4 + length), at);
        bits.at = from + 4 + length;
        return at + length;
    }

    /* The place after the head of a gzip file, whose flags say which fields it has. */
    function skipHead(bytes) {
        const flags = bytes[3];
        let at = 10;
        if (flags & 4)
            at += 2 + bytes[10] + bytes[11] * 256;
        for (let names = flags >> 3 & 3; names > 0; names &= names - 1)
            while (bytes[at++] !== 0);
        return at + (flags & 2);
    }

    /* The contents of a gzip file with one member; other bytes are returned as they are. */
    self.inflateNow = bytes => {
        if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
            return bytes;
        const size = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0, true);
        const out = new Uint8Array(size), bits = new Bits(bytes, skipHead(bytes));
        for (let at = 0, last = 0; !last;) {
            last = bits.take(1);
            const kind = bits.take(2);
            if (kind === 0)
                at = inflateStored(bits, out, at);
            else
                at = inflateBlock(bits, kind === 1 ? fixed : readTables(bits), out, at);
            if (at > size)
                throw new Error("damaged gzip file");
        }
        return out;
    };
})();
