import { describeCheck, runChecks } from './support/checks.ts'

const results = await runChecks((result) => console.log(describeCheck(result)))
const failed = results.filter(({ passed }) => !passed)
console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
if (failed.length > 0) process.exitCode = 1
