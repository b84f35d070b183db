#include "child.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { PIPE_BYTES = 1 << 16 };

struct mi_child {
    HANDLE process, job, to, from; /* to is NULL after it was closed */
    OVERLAPPED read;
    bool reading; /* an asynchronous read into bytes is pending */
    char bytes[PIPE_BYTES];
    DWORD returned, length; /* bytes returned so far, and bytes read */
};

/* Held while a program is started: it must not inherit the pipes of another child, which would
 * then never see the end of its input. */
static pthread_mutex_t spawn_lock = PTHREAD_MUTEX_INITIALIZER;

/* Creates a pipe: our end supports timeouts, the other end is inherited. */
static bool open_output(HANDLE *ours, HANDLE *theirs)
{
    static unsigned number;
    char name[80];
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    snprintf(name, sizeof name, "\\\\.\\pipe\\miai-%lu-%u", (unsigned long)GetCurrentProcessId(),
             number++);
    *ours = CreateNamedPipeA(
        name, PIPE_ACCESS_INBOUND | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
        PIPE_TYPE_BYTE | PIPE_WAIT, 1, PIPE_BYTES, PIPE_BYTES, 0, NULL);
    if (*ours == INVALID_HANDLE_VALUE)
        return false;
    *theirs = CreateFileA(name, GENERIC_WRITE, 0, &inherited, OPEN_EXISTING, 0, NULL);
    if (*theirs != INVALID_HANDLE_VALUE)
        return true;
    CloseHandle(*ours);
    return false;
}

static bool open_input(HANDLE *ours, HANDLE *theirs)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    return CreatePipe(theirs, ours, &inherited, PIPE_BYTES) &&
           SetHandleInformation(*ours, HANDLE_FLAG_INHERIT, 0);
}

/* Quotes an argument for the C library of the other program: a backslash before each quote, and
 * backslashes before a quote doubled. */
static char *quote_argument(char *to, const char *word)
{
    size_t slashes = 0;
    *to++ = '"';
    for (; *word; word++) {
        if (*word == '"') {
            memset(to, '\\', slashes + 1);
            to += slashes + 1;
        }
        slashes = *word == '\\' ? slashes + 1 : 0;
        *to++ = *word;
    }
    memset(to, '\\', slashes);
    to += slashes;
    *to++ = '"';
    return to;
}

static char *make_command_line(char *const *arguments)
{
    size_t size = 1;
    for (char *const *word = arguments; *word; word++)
        size += 2 * strlen(*word) + 3;
    char *line = malloc(size), *end = line;
    for (char *const *word = arguments; line && *word; word++) {
        if (word != arguments)
            *end++ = ' ';
        end = quote_argument(end, *word);
    }
    if (line)
        *end = '\0';
    return line;
}

/* Creates a job: when it is closed, the program and all processes that it started are killed. */
static HANDLE make_job(void)
{
    HANDLE job = CreateJobObjectA(NULL, NULL);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (job)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

/* The program starts suspended and runs once it belongs to the job. */
static bool spawn_program(struct mi_child *child, char *line, HANDLE input, HANDLE output)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    HANDLE null_device = CreateFileA("NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                     &inherited, OPEN_EXISTING, 0, NULL);
    STARTUPINFOA start = {.cb = sizeof start,
                          .dwFlags = STARTF_USESTDHANDLES,
                          .hStdInput = input,
                          .hStdOutput = output,
                          .hStdError = null_device};
    PROCESS_INFORMATION process;
    bool started = CreateProcessA(NULL, line, NULL, NULL, TRUE,
                                  CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW | CREATE_SUSPENDED,
                                  NULL, NULL, &start, &process);
    CloseHandle(null_device);
    if (!started)
        return false;
    child->process = process.hProcess;
    child->job = make_job();
    if (child->job)
        AssignProcessToJobObject(child->job, process.hProcess);
    ResumeThread(process.hThread);
    CloseHandle(process.hThread);
    return true;
}

static bool start_with_pipes(struct mi_child *child, char *line)
{
    HANDLE input, output;
    if (!open_input(&child->to, &input))
        return false;
    bool started = false;
    if (open_output(&child->from, &output)) {
        started = spawn_program(child, line, input, output);
        CloseHandle(output);
        if (!started)
            CloseHandle(child->from);
    }
    CloseHandle(input);
    if (!started)
        CloseHandle(child->to);
    return started;
}

struct mi_child *mi_child_start(char *const *arguments)
{
    struct mi_child *child = calloc(1, sizeof *child);
    char *line = child ? make_command_line(arguments) : NULL;
    HANDLE event = line ? CreateEventA(NULL, TRUE, FALSE, NULL) : NULL;
    bool started = false;
    if (event) {
        child->read.hEvent = event;
        pthread_mutex_lock(&spawn_lock);
        started = start_with_pipes(child, line);
        pthread_mutex_unlock(&spawn_lock);
    }
    free(line);
    if (started)
        return child;
    if (event)
        CloseHandle(event);
    free(child);
    return NULL;
}

int mi_child_write(struct mi_child *child, const char *bytes, size_t length, int milliseconds)
{
    DWORD written = 0;
    (void)milliseconds;
    return WriteFile(child->to, bytes, (DWORD)length, &written, NULL) ? (int)written : 0;
}

/* Waits for the read, at most that many milliseconds; 0: it has failed. */
static int complete_read(struct mi_child *child, int milliseconds)
{
    if (!child->reading) {
        ResetEvent(child->read.hEvent);
        if (!ReadFile(child->from, child->bytes, PIPE_BYTES, NULL, &child->read) &&
            GetLastError() != ERROR_IO_PENDING)
            return 0;
        child->reading = true;
    }
    if (WaitForSingleObject(child->read.hEvent, (DWORD)milliseconds) == WAIT_TIMEOUT)
        return MI_CHILD_TIMEOUT;
    child->reading = false;
    child->returned = 0;
    if (!GetOverlappedResult(child->from, &child->read, &child->length, FALSE))
        return 0;
    return child->length > 0 ? (int)child->length : MI_CHILD_TIMEOUT;
}

int mi_child_read(struct mi_child *child, char *bytes, size_t size, int milliseconds)
{
    if (child->returned == child->length) {
        int length = complete_read(child, milliseconds);
        if (length <= 0) {
            child->returned = child->length = 0;
            return length;
        }
    }
    size_t length = child->length - child->returned;
    length = length < size ? length : size;
    memcpy(bytes, child->bytes + child->returned, length);
    child->returned += (DWORD)length;
    return (int)length;
}

void mi_child_close_input(struct mi_child *child)
{
    if (child->to)
        CloseHandle(child->to);
    child->to = NULL;
}

bool mi_child_ended(struct mi_child *child, char *text, size_t size)
{
    DWORD status = 0;
    if (WaitForSingleObject(child->process, 0) == WAIT_TIMEOUT)
        return false;
    GetExitCodeProcess(child->process, &status);
    if (text)
        snprintf(text, size, status < 0x10000 ? "status %lu" : "status 0x%lx",
                 (unsigned long)status);
    return true;
}

void mi_child_kill(struct mi_child *child)
{
    if (!child->job || !TerminateJobObject(child->job, 1))
        TerminateProcess(child->process, 1);
}

void mi_child_free(struct mi_child *child)
{
    mi_child_close_input(child);
    if (child->reading) {
        CancelIo(child->from);
        GetOverlappedResult(child->from, &child->read, &child->length, TRUE);
    }
    CloseHandle(child->from);
    CloseHandle(child->read.hEvent);
    CloseHandle(child->process);
    if (child->job)
        CloseHandle(child->job);
    free(child);
}
