import { installLab } from '../scripts/support/install-lab.ts'
import { printError } from '../scripts/support/run-script.ts'

const COMMANDS = {
  bench: ['./bench/bench.ts', 'speed, size and memory against the goals; `compare A B` names what got worse'],
  chaos: ['./chaos/chaos.ts', 'attacks and faults, and what other people feel of them'],
  mutants: [
    './mutants/mutants.ts',
    'changes the code in one place after another, and names changes that no test notices',
  ],
  fuzz: ['./fuzz/fuzz.ts', 'inputs of all forms for the readers of leaks, whole and mutated'],
  lighthouse: ['./lighthouse/lighthouse.ts', "Lighthouse's figures for the pages"],
  screenshots: ['./screenshots/screenshots.ts', 'pictures of the screens in every theme and three widths'],
  'portal-table': [
    './portal-table/portal-table.ts',
    'tries the example portals, and writes a table into .cache/portals.md',
  ],
  'react-walk': [
    './react-walk/react-walk.ts',
    'remotes in shells with three versions of React, and a table of the screens',
  ],
} as const satisfies Readonly<Record<string, readonly [script: string, about: string]>>
type Command = keyof typeof COMMANDS

const HELP = `npm run lab -- COMMAND [arguments]
${Object.entries(COMMANDS)
  .map(([name, [, about]]) => `  ${name.padEnd(14)}${about}`)
  .join('\n')}

\`npm run lab -- COMMAND --help\` lists a command's arguments. The first use installs the packages of lab/.`

const isCommand = (name: string): name is Command => name in COMMANDS

const [name] = process.argv.splice(2, 1)
if (name === undefined || name === '--help' || name === '-h') {
  console.log(HELP)
} else if (!isCommand(name)) {
  console.error(`${name}: no such command\n\n${HELP}`)
  process.exitCode = 2
} else {
  try {
    await installLab()
    await import(COMMANDS[name][0])
  } catch (error) {
    printError(error)
    process.exitCode = 1
  }
}
