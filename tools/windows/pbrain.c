/* pbrain-miai.exe: the name by which tournament managers of Gomoku recognise an engine.  It starts
 * miai.exe of the same folder, with the same arguments and the same input and output, and ends with
 * its status.  It needs no C library, so that it has a few KB. */
#include <windows.h>

enum { PATH_SIZE = 32768 };

static wchar_t program[PATH_SIZE], command[PATH_SIZE];

__declspec(noreturn) static void fail(const char *text)
{
    DWORD written;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, (DWORD)lstrlenA(text), &written, NULL);
    ExitProcess(1);
}

/* Sets program to the path of miai.exe: this program's, with another name. */
static void find_program(void)
{
    static const wchar_t name[] = L"miai.exe";
    DWORD length = GetModuleFileNameW(NULL, program, PATH_SIZE);
    while (length > 0 && program[length - 1] != L'\\' && program[length - 1] != L'/')
        length--;
    if (length == 0 || length + sizeof name / sizeof *name > PATH_SIZE)
        fail("pbrain-miai: the path of its folder is too long\n");
    lstrcpyW(program + length, name);
}

/* Sets command to the program's name and the arguments of this process. */
static void copy_arguments(void)
{
    const wchar_t *line = GetCommandLineW();
    BOOL quoted = FALSE;
    for (; *line && (quoted || (*line != L' ' && *line != L'\t')); line++)
        if (*line == L'"')
            quoted = !quoted;
    lstrcpyW(command, L"miai.exe");
    lstrcpynW(command + lstrlenW(command), line, PATH_SIZE - lstrlenW(command));
}

/* Ends miai.exe together with this process, which a manager may kill. */
static void end_together(HANDLE process)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits;
    HANDLE job = CreateJobObjectW(NULL, NULL);
    SecureZeroMemory(&limits, sizeof limits);
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (job &&
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits))
        AssignProcessToJobObject(job, process);
}

/* Leaves Ctrl-C to miai.exe, which shares the console. */
static BOOL WINAPI ignore_key(DWORD key)
{
    return key == CTRL_C_EVENT || key == CTRL_BREAK_EVENT;
}

/* The linker's name for the first function. */
void mainCRTStartup(void)
{
    static STARTUPINFOW start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION child;
    DWORD status = 1;
    find_program();
    copy_arguments();
    start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    SetConsoleCtrlHandler(ignore_key, TRUE);
    if (!CreateProcessW(program, command, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL, &start,
                        &child))
        fail("pbrain-miai: cannot start miai.exe, which must be in the same folder\n");
    end_together(child.hProcess);
    ResumeThread(child.hThread);
    WaitForSingleObject(child.hProcess, INFINITE);
    GetExitCodeProcess(child.hProcess, &status);
    ExitProcess(status);
}
