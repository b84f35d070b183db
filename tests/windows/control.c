/* control SECONDS PROGRAM ARGUMENT... - runs the program, presses Ctrl-C in its console after that
 * many seconds, and returns its status; 77 if no key can be pressed. */
#include <process.h>
#include <stdint.h>
#include <stdlib.h>
#include <windows.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    intptr_t program = _spawnv(_P_NOWAIT, argv[2], (const char *const *)argv + 2);
    if (program == -1)
        return 77;
    SetConsoleCtrlHandler(NULL, TRUE); /* Ctrl-C goes to all programs of the console */
    Sleep((DWORD)atoi(argv[1]) * 1000);
    int status = 77;
    if (GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0))
        _cwait(&status, program, 0);
    else
        TerminateProcess((HANDLE)program, 77);
    return status;
}
