import { NOTICE_TEXTS } from '@atalaia/contracts/notice-texts'
import type { NoticeWords } from './pt.ts'

export const en: NoticeWords = {
  ...NOTICE_TEXTS.en,
  waiting: 'A notice for you',
  opening: 'Opening…',

  incompleteTitle: 'This link is incomplete',
  incompleteText: 'Open the whole link of the email again. If it does not work, copy it into the address bar.',
  noneTitle: 'There is no notice for you',
  noneText: 'When there is one, it appears here.',
  failedNetwork: 'The server could not be reached. Check your connection and try again.',
  failedMany: 'There were too many requests. Wait a little and try again.',
  failedServer: 'The server could not answer now. Try again in a moment.',

  neverShown: 'Passwords are not kept here, and this page does not show them.',

  todoNone: 'Nothing to do, except to be wary of strange emails.',
  progress: (done, all) => `${done} of ${all} ${all === 1 ? 'step' : 'steps'} done`,
  tickFailed: 'The tick was not saved. Try again.',

  proof: 'Have you changed the password?',
  proofText: 'Type the password that you use now. This page says whether it is in the leak.',
  proofHow: 'The password does not leave your device',
  proofHowText:
    'Your browser scrambles the password before it sends anything, with a secret that only it has. The server answers without knowing what was typed, and the comparison happens here. Nobody receives your password, not even the company.',
  proofTrust: 'If in doubt, do not type it: just say that you changed it.',
  proofField: 'The password that you use now',
  proofShow: 'Show the password',
  proofCheck: 'Check',
  proofChecking: 'Checking…',
  proofLeft: (left) => (left === 1 ? '1 check left.' : `${left} checks left.`),
  proofNone: 'This link has no checks left. Say below whether you have changed it.',
  proofNoTag:
    'This leak is older than the checks. So the page cannot compare the password: say whether you have changed it.',
  proofPartial: 'Some of the leaked passwords cannot be compared.',
  proofForged: 'The answer of the server could not be verified. Nothing was concluded.',
  declared: 'I have changed it',
  changed: 'The password is changed and checked. Thank you!',
  leakedStill: 'This password is in the leak. Change it wherever you use it, and come back to check.',
  answerFailed: 'Your answer was not sent.',
  retry: 'Send again',

  help: 'Other answers',
  notMineText: 'Is the address or the account not yours? Tell the person who sent the notice.',
  notMineSure: 'Confirm: it is not mine',
  back: 'Back',
  question: 'Ask a question',
  questionField: 'Your question',
  questionHint: 'It goes by email to the person who sent the notice. Do not write passwords.',
  sending: 'Sending…',
  stopText: (name) => `${name || 'Your organisation'} stops sending notices of leaks to this address.`,

  privacy: 'Privacy policy',
  print: 'Print',
  noScript: 'This page needs JavaScript. The email has a second link, which works without it.',
}
