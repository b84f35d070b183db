/** A running miai, which reads and writes lines of its protocol. */
export interface Engine {
    /** Sends a line (or several, with "\n" between them), without the last newline. */
    postMessage(line: string): void;
    /** Receives each line that the program writes, without its newline. */
    onmessage: ((line: string) => void) | null;
    /** Receives each line of its standard error, and other errors. */
    onerror: ((line: string) => void) | null;
    addMessageListener(listener: (line: string) => void): void;
    removeMessageListener(listener: (line: string) => void): void;
    /** Creates a file that the program can open; a gzip file is decompressed first. */
    writeFile(name: string, bytes: Uint8Array): void;
    /** Closes its input. */
    end(): void;
    /** Ends the program at once. */
    terminate(): void;
    /** The files of Options.results that the program has written, by name, once it has ended. */
    readonly results: { [name: string]: Uint8Array };
    /** The exit status, once it has ended; null after terminate(). */
    readonly exited: Promise<number | null>;
}

export interface Options {
    /** Arguments of the command line, for example ["--game=chess", "uci"]; see miai(6). */
    args?: string[];
    /** Files that exist when it starts, by name; see writeFile(). */
    files?: { [name: string]: Uint8Array };
    /** Files that the program writes; see Engine.results. */
    results?: string[];
    /** Pass progress displays, as of "miai analyze", to onerror, line by line. */
    progress?: boolean;
    /** false: use the build without threads even if memory may be shared. */
    threads?: boolean;
    /**
     * In a page: miai.wasm.gz and miai-threads.wasm.gz, compressed by gzip, are next to miai.js
     * instead of the .wasm files: half as much to load from servers that pack nothing themselves.
     */
    packed?: boolean;
    /** Under Node: the program can access this machine's files, starting in this folder. */
    folder?: string;
    /** The address of miai.js; by default, where it was loaded from. */
    url?: string;
}

/** Starts the program in a worker. */
export function start(options?: Options): Engine;
/** Can memory be shared here, so that the program can use threads? */
export function mayShareMemory(): boolean;
