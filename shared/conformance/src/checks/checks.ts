import type { Check } from '../verdict.ts'
import { keyboard, screenReader } from './normal-use/accessibility.ts'
import { contrast } from './normal-use/contrast.ts'
import { memory, noGlobal, noStorage, nothingLeft } from './normal-use/cleanup.ts'
import { attributes, events, lateApi, partsChosen, stands } from './normal-use/element.ts'
import { containerSize, contentHeight, direction, hiddenFirst, zoom } from './normal-use/layout.ts'
import { remounted, typedKeys, wrongClock } from './normal-use/host-page.ts'
import { dialog, iframe, instances, moved, shadowRoot } from './normal-use/placement.ts'
import { looksFromOutside, ownStylesStayIn, portalStylesStayOut } from './normal-use/styles.ts'
import { tokenPrivate, tokenRenewed } from './normal-use/tokens.ts'
import { caseChanged, viewPlace, views } from './normal-use/views.ts'
import { noException, ownReact, policy, trustedTypes } from './normal-use/whole-run.ts'
import { brokenApi, originNotAllowed, wrongApi } from './misuse/apis.ts'
import { earlyUse } from './misuse/early-use.ts'
import { noToken, otherOrganisation, tokenExpired, tokenFails, tokenRefused } from './misuse/tokens.ts'
import { unknownValue } from './misuse/unknown-value.ts'
import { unknownAddress, viewForbidden } from './misuse/views.ts'

export const checks: readonly Check[] = [
  stands,
  noGlobal,
  noStorage,
  portalStylesStayOut,
  ownStylesStayIn,
  looksFromOutside,
  contrast,
  attributes,
  partsChosen,
  instances,
  moved,
  remounted,
  shadowRoot,
  dialog,
  iframe,
  hiddenFirst,
  containerSize,
  contentHeight,
  direction,
  zoom,
  keyboard,
  typedKeys,
  screenReader,
  tokenPrivate,
  tokenRenewed,
  wrongClock,
  events,
  lateApi,
  views,
  viewPlace,
  caseChanged,
  noToken,
  tokenFails,
  tokenExpired,
  tokenRefused,
  otherOrganisation,
  originNotAllowed,
  wrongApi,
  brokenApi,
  viewForbidden,
  unknownAddress,
  unknownValue,
  earlyUse,
  memory,
  nothingLeft,
  // These judge what was seen while all of the above went on.
  ownReact,
  policy,
  trustedTypes,
  noException,
]
