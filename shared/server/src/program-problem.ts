import { sendFailure, sendProblem, type FailureReply, type Problem } from './problem.ts'

export const SCIM_MEDIA_TYPE = 'application/scim+json'
const SCIM_ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

export type ProgramProtocol = 'rest' | 'hibp' | 'scim'

/**
 * Answers programs in their protocol:
 * - `rest`: problem details (RFC 9457).
 * - `hibp`: `statusCode` and `message` of Have I Been Pwned.
 * - `scim`: an error of RFC 7644, perhaps with `scimType`.
 */
export const sendProgramProblem: Readonly<
  Record<ProgramProtocol, <Reply extends FailureReply>(problem: Problem, reply: Reply) => Reply>
> = {
  rest: sendProblem,
  hibp: (problem, reply) => {
    const body = { statusCode: problem.status, message: problem.detail }
    return sendFailure(problem, reply, 'application/json', JSON.stringify(body))
  },
  scim: (problem, reply) => {
    const { status, detail, extensions } = problem
    const kind = 'scimType' in extensions && { scimType: extensions['scimType'] }
    const body = { schemas: [SCIM_ERROR], status: String(status), ...kind, detail }
    return sendFailure(problem, reply, SCIM_MEDIA_TYPE, JSON.stringify(body))
  },
}
