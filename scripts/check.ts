import { checks, describeCheck, runChecks } from './support/tests/checks.ts'

const results = await runChecks(checks, (result) => console.log(describeCheck(result)))
const failed = results.filter(({ passed }) => !passed)
console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
if (failed.length > 0) process.exitCode = 1
