import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'

/** Runs a Python file and refuses every socket. */
const PYTHON_WITHOUT_NETWORK = `
import runpy, sys
def refuse(event, arguments):
    if event.startswith('socket.'):
        raise OSError(event)
sys.addaudithook(refuse)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name='__main__')
`
const hasPython = spawnSync('python3', ['--version']).status === 0

/** The verifiers of a draw for the command line; Python only where this machine has it. */
export const COMMAND_LINE_VERIFIERS = ['redoubt-verify.mjs', ...(hasPython ? ['redoubt-verify.py'] : [])]

/** Runs a verifier of a folder on files of the same folder. Node may read the folder and nothing else; neither may use a network. */
export function verifyOffline(folder: string, verifier: string, ...files: string[]) {
  const paths = [verifier, ...files].map(name => join(folder, name))
  const [command, options] = verifier.endsWith('.py')
    ? ['python3', ['-I', '-c', PYTHON_WITHOUT_NETWORK]]
    : [process.execPath, ['--permission', `--allow-fs-read=${folder}`]]
  const { status, stdout, stderr } = spawnSync(command, [...options, ...paths], { cwd: folder, encoding: 'utf8' })
  return { status, stdout, stderr }
}
