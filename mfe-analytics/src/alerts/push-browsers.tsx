import { PUSH_FREQUENCIES, ownPushSchema, type OwnPush } from '@atalaia/contracts/push'
import type { CallParts } from '../management/call-parts.ts'
import { AlertSettingForm } from './alert-setting-form.tsx'
import { PushItem } from './push-item.tsx'
import { usePushWords } from './push-words.ts'
import { ThisBrowser } from './this-browser.tsx'
import type { Here } from './use-own-mark.ts'

type PushBrowsersProps = CallParts & {
  readonly own: OwnPush
  readonly here: Here
  readonly onChanged: (own: OwnPush) => void
}

export const PushBrowsers = ({ http, logger, own, here, onChanged }: PushBrowsersProps) => {
  const { t } = usePushWords()
  const { navegadores: browsers } = own
  return (
    <div className="analytics-code">
      <p>
        {t('lead')} {t('logout')}
      </p>
      <ThisBrowser
        http={http}
        logger={logger}
        publicKey={own.chave}
        permission={here.permission}
        isOn={browsers.some(({ marca }) => marca === here.mark)}
        onTurnedOn={(next, mark) => {
          here.setMark(mark)
          onChanged(next)
        }}
      />
      {browsers.length > 0 && (
        <>
          <AlertSettingForm
            setting={own}
            frequencies={PUSH_FREQUENCIES}
            save={(setting) => http.postJson('/alertas/push', setting, ownPushSchema)}
            onSaved={onChanged}
          />
          <h3>{t('browsers')}</h3>
          <ul className="analytics-items">
            {browsers.map((browser) => (
              <PushItem
                key={browser.id}
                http={http}
                browser={browser}
                isHere={browser.marca === here.mark}
                onChanged={onChanged}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
