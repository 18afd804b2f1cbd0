import type { Check } from '../verdict.ts'
import { attributes } from './guest/attributes.ts'
import { containerSize } from './guest/container-size.ts'
import { dialog } from './guest/dialog.ts'
import { direction } from './guest/direction.ts'
import { events } from './guest/events.ts'
import { hiddenFirst } from './guest/hidden-first.ts'
import { iframe } from './guest/iframe.ts'
import { instances } from './guest/instances.ts'
import { keyboard } from './guest/keyboard.ts'
import { lateApi } from './guest/late-api.ts'
import { looksFromOutside } from './guest/looks-from-outside.ts'
import { memory } from './guest/memory.ts'
import { moved } from './guest/moved.ts'
import { noException } from './guest/no-exception.ts'
import { noGlobal } from './guest/no-global.ts'
import { noStorage } from './guest/no-storage.ts'
import { nothingLeft } from './guest/nothing-left.ts'
import { ownReact } from './guest/own-react.ts'
import { ownStylesStayIn } from './guest/own-styles-stay-in.ts'
import { partsChosen } from './guest/parts-chosen.ts'
import { policy } from './guest/policy.ts'
import { portalStylesStayOut } from './guest/portal-styles-stay-out.ts'
import { screenReader } from './guest/screen-reader.ts'
import { shadowRoot } from './guest/shadow-root.ts'
import { stands } from './guest/stands.ts'
import { tokenPrivate } from './guest/token-private.ts'
import { tokenRenewed } from './guest/token-renewed.ts'
import { trustedTypes } from './guest/trusted-types.ts'
import { zoom } from './guest/zoom.ts'
import { brokenApi, originNotAllowed, wrongApi } from './misuse/apis.ts'
import { earlyUse } from './misuse/early-use.ts'
import { noToken, otherOrganisation, tokenExpired, tokenFails, tokenRefused } from './misuse/tokens.ts'
import { unknownValue } from './misuse/unknown-value.ts'

/** All that is promised to portals, in the order in which it is looked at. */
export const checks: readonly Check[] = [
  stands,
  noGlobal,
  noStorage,
  portalStylesStayOut,
  ownStylesStayIn,
  looksFromOutside,
  attributes,
  partsChosen,
  instances,
  moved,
  shadowRoot,
  dialog,
  iframe,
  hiddenFirst,
  containerSize,
  direction,
  zoom,
  keyboard,
  screenReader,
  tokenPrivate,
  tokenRenewed,
  events,
  lateApi,
  noToken,
  tokenFails,
  tokenExpired,
  tokenRefused,
  otherOrganisation,
  originNotAllowed,
  wrongApi,
  brokenApi,
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
