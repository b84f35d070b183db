#!/usr/bin/env node
/* miai.js - miai in a page, in a worker, or under Node: lines in, lines out.
 *
 *     page or program                  worker (this file again)        program
 *     Miai.start().postMessage(line)   ----------> line ---------->    its standard input
 *     listener(line)                   <---------- line <----------    its standard output
 *
 * Two builds of the program are next to this file: miai-threads.wasm, for pages that may share
 * memory (those that are isolated from other origins) and for Node; and miai.wasm for all others,
 * whose threads take turns.  Both read lines while they think. */
"use strict";
(function () {
    const node = typeof process === "object" && !!(process.versions && process.versions.node);
    const threadsOfNode = node ? require("worker_threads") : null;
    const page = typeof document === "object";
    const worker = node ? !threadsOfNode.isMainThread : !page && typeof importScripts === "function";

    /* The folder of this file and the others of the package. */
    const here = node ? __filename
        : page ? document.currentScript.src : self.location.href.replace(/#.*/, "");
    const pathOf = name => node ? require("path").join(__dirname, name) : new URL(name, here).href;

    const mayShareMemory = () => typeof SharedArrayBuffer === "function" &&
        (node || self.crossOriginIsolated === true);

    /* ---- in the worker: the program ---- */

    async function unpacked(bytes) {
        if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
            return bytes;
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
        return new Uint8Array(await new Response(stream).arrayBuffer());
    }

    /* The contents of a file of the package, at once: the program waits for its networks. */
    function contentsNow(name) {
        if (node)
            return require("zlib").gunzipSync(require("fs").readFileSync(pathOf(name)));
        const request = new XMLHttpRequest();
        request.open("GET", pathOf(name), false);
        request.responseType = "arraybuffer";
        request.send();
        if (request.status !== 200)
            throw new Error(`${request.status} ${request.statusText}`);
        if (!self.inflateNow)
            importScripts(pathOf("inflate.js"));
        return self.inflateNow(new Uint8Array(request.response));
    }

    /* A built-in network: data/NAME of the sources, here packed by gzip.  Null: it is missing. */
    function networkNow(file, size, tell) {
        const name = file.replace(/(\.gz)?$/, ".gz");
        try {
            const contents = contentsNow(name);
            if (contents.length !== size)
                throw new Error(`${contents.length} bytes instead of ${size}: it is of another version`);
            return contents;
        } catch (error) {
            tell(`cannot load the network ${name}: ${error.message}`);
            return null;
        }
    }

    /* The program's code, compiled while it loads if the server sends its media type. */
    async function compiled(name) {
        if (node)
            return WebAssembly.compile(require("fs").readFileSync(pathOf(name)));
        const response = await fetch(pathOf(name));
        if (!response.ok)
            throw new Error(`${name}: ${response.status} ${response.statusText}`);
        if (response.headers.get("Content-Type") === "application/wasm")
            return WebAssembly.compileStreaming(response);
        return WebAssembly.compile(await unpacked(new Uint8Array(await response.arrayBuffer())));
    }

    /* Loads the factory function that Emscripten generates. */
    function load(name) {
        if (node)
            return require(pathOf(name));
        importScripts(pathOf(name));
        return self.miaiProgram;
    }

    /* Returns a function that takes bytes and calls onLine with each complete line; a carriage return
     * ends a line as well. */
    function lineWriter(onLine)
    {
        const decoder = new TextDecoder();
        let bytes = [];
        const flush = () => {
            onLine(decoder.decode(new Uint8Array(bytes)));
            bytes = [];
        };
        return {
            put: byte => {
                if (byte === 10)
                    flush();
                else if (byte === 13)
                    bytes.length > 0 && flush();
                else if (byte !== null)
                    bytes.push(byte < 0 ? byte + 256 : byte);
            },
            end: () => bytes.length > 0 && flush(),
        };
    }

    /* Lets the page run for a time: resumes the program after some milliseconds, or when wake() is
     * called, whichever comes first. */
    function makeWait() {
        const channel = node ? null : new MessageChannel();
        let waiting = null;
        const resume = which => {
            if (waiting && (which === undefined || waiting.number === which)) {
                const go = waiting.go;
                waiting = null;
                try {
                    go();
                } catch (exception) {
                    if (exception.name !== "ExitStatus")
                        throw exception;
                }
            }
        };
        let number = 0;
        if (channel)
            channel.port1.onmessage = event => resume(event.data);
        const wait = (milliseconds, go) => {
            const mine = ++number;
            waiting = { go, number: mine };
            if (milliseconds > 0)
                setTimeout(resume, milliseconds, mine);
            else if (milliseconds === 0 && node)
                setImmediate(resume, mine);
            else if (milliseconds === 0)
                channel.port2.postMessage(mine);
        };
        return { wait, wake: () => resume() };
    }

    /* Under Node: mounts the files of this machine, and enters the current folder. */
    function mountFiles(FS, folder) {
        for (const entry of require("fs").readdirSync("/", { withFileTypes: true })) {
            const name = "/" + entry.name;
            if (!entry.isDirectory() || /^.(dev|proc|sys)$/.test(name))
                continue;
            if (!FS.analyzePath(name).exists)
                FS.mkdir(name);
            FS.mount(FS.filesystems.NODEFS, { root: name }, name);
        }
        FS.chdir(folder);
    }

    /* Starts the program; returns the function that receives the page's messages. */
    async function program(options, post) {
        const name = options.threads ? "miai-threads" : "miai";
        const { wait, wake } = makeWait();
        const out = lineWriter(post), err = lineWriter(line => post({ error: line }));
        const code = compiled(name + (options.packed ? ".wasm.gz" : ".wasm"));
        let fail;
        const failed = new Promise((resolve, reject) => { fail = reject; });
        const loading = load(name + "-program.js")({
            noInitialRun: true,
            instantiateWasm: (imports, done) => {
                code.then(async compiled => done(await WebAssembly.instantiate(compiled, imports), compiled))
                    .catch(fail);
                return {};
            },
            locateFile: pathOf,
            mainScriptUrlOrBlob: pathOf(name + "-program.js"),
            stdin: () => null,
            stdout: out.put,
            stderr: err.put,
            miaiWait: wait,
            miaiFile: (file, size) => networkNow(file, size, line => post({ error: line })),
            quit: (status, exception) => { throw exception; },
            onExit: status => {
                out.end();
                err.end();
                for (const file of options.results || [])
                    if (module.FS.analyzePath(file).exists)
                        post({ file, bytes: module.FS.readFile(file) });
                post({ exit: status });
                if (!node)
                    self.close();
            },
        });
        const module = await Promise.race([ loading, failed ]);
        if (options.folder)
            mountFiles(module.FS, options.folder);
        if (options.progress) /* standard error counts as a terminal */
            module.FS.getStream(2).tty = { ops: {} };
        const input = text => {
            const bytes = new TextEncoder().encode(text);
            const place = module._mi_page_bytes(), most = module._mi_page_bytes_size();
            for (let at = 0; at < bytes.length; at += most) {
                const part = bytes.subarray(at, at + most);
                module.writeArrayToMemory(part, place);
                if (!module._mi_page_input(part.length)) throw new Error("out of memory");
            }
            wake();
        };
        let missing = options.files || 0; /* files to be written before it starts */
        const begin = () => module.callMain(options.args || []);
        if (missing === 0)
            begin();
        return async message => {
            if (typeof message === "string") {
                input(message + "\n");
            } else if (message.file) {
                module.FS.writeFile(message.file, await unpacked(message.bytes));
                if (--missing === 0)
                    begin();
            } else if (message.end) {
                module._mi_page_input_end();
                wake();
            }
        };
    }

    function work() {
        const port = node ? threadsOfNode.parentPort : self;
        const options = node ? threadsOfNode.workerData
            : JSON.parse(decodeURIComponent(self.location.hash.slice(1)) || "{}");
        if (options.threads !== false)
            options.threads = mayShareMemory();
        const started = program(options, message => port.postMessage(message));
        let last = started;
        const receive =
            message => { /* in order, although some are asynchronous */
                         last = last.then(async () => (await started)(message))
                                    .catch(error => port.postMessage({error : String(error)}));
            };
        started.catch(error => port.postMessage({ error: String(error), exit: 1 }));
        if (node)
            port.on("message", receive);
        else
            port.onmessage = event => receive(event.data);
    }

    /* ---- outside the worker: starting it ---- */

    function makeWorker({ args = [], threads, packed, folder, files = {}, results, progress, url = here }) {
        const settings = {args, threads, packed, folder, results, progress, files : Object.keys(files).length};
        const worker = node ? new threadsOfNode.Worker(__filename, {workerData : settings})
                            : new Worker(url + "#" + encodeURIComponent(JSON.stringify(settings)));
        for (const file in files)
            worker.postMessage({file, bytes : files[file]});
        return worker;
    }

    /* See miai.d.ts. */
    function start(options) {
        const worker = makeWorker(options || {});
        const listeners = new Set();
        let ended;
        const engine = {
            onmessage : null,
            onerror : null,
            results : {},
            exited : new Promise(resolve => { ended = resolve; }),
            addMessageListener : listener => { listeners.add(listener); },
            removeMessageListener : listener => { listeners.delete(listener); },
            postMessage : line => worker.postMessage(String(line)),
            writeFile : (file, bytes) => worker.postMessage({file, bytes}),
            end : () => worker.postMessage({end : true}),
            terminate : () => {
                worker.terminate();
                ended(null);
            },
        };
        const receive = message => {
            if (typeof message === "string") {
                if (engine.onmessage)
                    engine.onmessage(message);
                listeners.forEach(listener => listener(message));
                return;
            }
            if (message.file)
                engine.results[message.file] = message.bytes;
            if (message.error !== undefined && engine.onerror)
                engine.onerror(message.error);
            if (message.exit !== undefined) {
                ended(message.exit);
                worker.terminate();
            }
        };
        const fail = error => {
            if (engine.onerror)
                engine.onerror(String(error.message || error));
            ended(1);
        };
        if (node) {
            worker.on("message", receive);
            worker.on("error", fail);
            worker.on("exit", code => ended(code));
        } else {
            worker.onmessage = event => receive(event.data);
            worker.onerror = fail;
        }
        return engine;
    }

    /* The command line: node miai.js ARGUMENT... */
    function main() {
        const engine = start({
            args: process.argv.slice(2),
            folder: process.cwd(),
            threads: process.env.MIAI_THREADS !== "no" && undefined,
        });
        engine.onmessage = line => process.stdout.write(line + "\n");
        engine.onerror = line => process.stderr.write(line + "\n");
        let rest = "";
        process.stdin.setEncoding("utf8");
        process.stdin.on("data", text => {
            const lines = (rest + text).split("\n");
            rest = lines.pop();
            if (lines.length > 0)
                engine.postMessage(lines.join("\n"));
        });
        process.stdin.on("end", () => {
            if (rest)
                engine.postMessage(rest);
            engine.end();
        });
        process.stdout.on("error", () => process.exit(1));
        engine.exited.then(code => {
            process.exitCode = code === null ? 1 : code;
            process.stdin.destroy();
        });
    }

    if (worker) {
        work();
        return;
    }
    const Miai = { start, mayShareMemory };
    if (!node)
        self.Miai = Miai;
    else
        module.exports = Miai;
    if (node && require.main === module)
        main();
})();
