/** A running miai: lines of its protocol in and out. */
export interface Engine {
    /** Sends a line (or several, with "\n" between them), without the last newline. */
    postMessage(line: string): void;
    /** Hears each line that the program writes, without its newline. */
    onmessage: ((line: string) => void) | null;
    /** Hears each line of its standard error, and what else goes wrong. */
    onerror: ((line: string) => void) | null;
    addMessageListener(listener: (line: string) => void): void;
    removeMessageListener(listener: (line: string) => void): void;
    /** Makes a file that the program can open; one packed by gzip is unpacked first. */
    writeFile(name: string, bytes: Uint8Array): void;
    /** Ends its input. */
    end(): void;
    /** Ends the program, whatever it does. */
    terminate(): void;
    /** Its exit status, once it has ended; null: by terminate(). */
    readonly exited: Promise<number | null>;
}

export interface Options {
    /** Arguments of the command line, as ["--game=chess", "uci"]; see miai(6). */
    args?: string[];
    /** Files that are there when it begins, by their names; see writeFile(). */
    files?: { [name: string]: Uint8Array };
    /** false: the build without threads, also where memory may be shared. */
    threads?: boolean;
    /** In a page: beside miai.js lie miai.wasm.gz and miai-threads.wasm.gz, packed by gzip, instead of
     *  the .wasm files: half as much to load from servers that pack nothing themselves. */
    packed?: boolean;
    /** Under Node: the program sees this machine's files, and is in that folder. */
    folder?: string;
    /** Where miai.js is; by itself, where it was loaded from. */
    url?: string;
}

/** Starts the program in a worker. */
export function start(options?: Options): Engine;
/** May memory be shared here, so that the program can have threads? */
export function mayShareMemory(): boolean;
