import type { Check } from '../verdict.ts'
import { attributes } from './normal-use/attributes.ts'
import { containerSize } from './normal-use/container-size.ts'
import { dialog } from './normal-use/dialog.ts'
import { direction } from './normal-use/direction.ts'
import { events } from './normal-use/events.ts'
import { hiddenFirst } from './normal-use/hidden-first.ts'
import { iframe } from './normal-use/iframe.ts'
import { instances } from './normal-use/instances.ts'
import { keyboard } from './normal-use/keyboard.ts'
import { lateApi } from './normal-use/late-api.ts'
import { looksFromOutside } from './normal-use/looks-from-outside.ts'
import { memory } from './normal-use/memory.ts'
import { moved } from './normal-use/moved.ts'
import { noException } from './normal-use/no-exception.ts'
import { noGlobal } from './normal-use/no-global.ts'
import { noStorage } from './normal-use/no-storage.ts'
import { nothingLeft } from './normal-use/nothing-left.ts'
import { ownReact } from './normal-use/own-react.ts'
import { ownStylesStayIn } from './normal-use/own-styles-stay-in.ts'
import { partsChosen } from './normal-use/parts-chosen.ts'
import { policy } from './normal-use/policy.ts'
import { portalStylesStayOut } from './normal-use/portal-styles-stay-out.ts'
import { screenReader } from './normal-use/screen-reader.ts'
import { shadowRoot } from './normal-use/shadow-root.ts'
import { stands } from './normal-use/stands.ts'
import { tokenPrivate } from './normal-use/token-private.ts'
import { tokenRenewed } from './normal-use/token-renewed.ts'
import { trustedTypes } from './normal-use/trusted-types.ts'
import { zoom } from './normal-use/zoom.ts'
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
