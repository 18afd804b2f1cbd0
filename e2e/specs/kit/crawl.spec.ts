import { GATEWAY_ADDRESSES } from '@atalaia/contracts'
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth, followKit, openKit, turnTo } from '../../testing/kit.ts'
import { lookAtApex, lookAtCharts } from '../../testing/kit/charts.ts'
import { lookAtElements } from '../../testing/kit/forms.ts'
import * as ui from '../../testing/kit/ui.ts'
import { lookAtGrid, lookAtMarker, lookAtWorld } from '../../testing/kit/widgets-and-maps.ts'
import { expect, test, WITH_MOTION } from '../../testing/test.ts'
import { chooseTheme } from '../../testing/themes.ts'

type Look = (page: Page) => Promise<void>

const WALKS: Readonly<Record<string, Readonly<Record<string, Look | undefined>>>> = {
  charts: {
    'charts/overview': lookAtCharts(4),
    'charts/apex': lookAtApex,
    'charts/echarts': lookAtCharts(6),
    'charts/highcharts': lookAtCharts(6),
  },
  forms: {
    'forms/elements': lookAtElements,
    'forms/validation': undefined,
    'forms/wizard': undefined,
    'tables/basic': undefined,
    'tables/dynamic': undefined,
    profile: undefined,
  },
  'widgets and maps': {
    'maps/google': lookAtMarker,
    'maps/amcharts': lookAtWorld,
    'ui/card': undefined,
    'ui/carousel': undefined,
    'ui/catalog': undefined,
    'ui/platform': undefined,
    grid: lookAtGrid,
  },
  'small parts': {
    'ui/alerts': ui.lookAtAlerts,
    'ui/badge': undefined,
    'ui/buttons': ui.lookAtButtons,
    'ui/icons': ui.lookAtIcons,
    'ui/jumbotron': undefined,
    'ui/list-groups': ui.lookAtLists,
    'ui/nav': undefined,
  },
  'parts that open': {
    'ui/modal': ui.lookAtModals,
    'ui/navbar': ui.lookAtNavbar,
    'ui/notifications': ui.lookAtNotifications,
    'ui/popovers': ui.lookAtPopovers,
    'ui/progress': ui.lookAtProgress,
    'ui/tabs': ui.lookAtTabs,
  },
}

const EXPECTED = /\/organizacao\/avisos$|\/organizacoes$|\/$/

for (const [name, pages] of Object.entries(WALKS)) {
  // Rule: P-KIT-1, P-ACCESS-1, P-KIT-3, P-KIT-5, P-KIT-9, P-KIT-16, P-KIT-17, P-KIT-20, P-KIT-21, P-KIT-22, P-KIT-25, P-KIT-27, P-KIT-29, P-KIT-30
  // Rule: M-RELEASE-13
  // Threat: T-PAGE-2
  test(`the kit's ${name} do in a browser what they show, break no rule of axe, and call nobody`, async ({
    page,
    context,
    stack,
    signIn,
    consoleGuard,
  }) => {
    consoleGuard.allow(/reading 'toString'/, "ApexCharts' own fault under the pointer, with and without Trusted Types")
    consoleGuard.allow(/status of 500|net::ERR_FAILED/, 'the answers of the drop zone that are tested')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const unexpected: string[] = []
    page.on('request', (request) => {
      const url = request.url()
      if (/^(data|blob):/.test(url)) return
      const isCall = url.includes('/api/') || (request.method() !== 'GET' && !url.includes(GATEWAY_ADDRESSES.reports))
      if (!url.startsWith(stack.url) || (isCall && !EXPECTED.test(url))) unexpected.push(`${request.method()} ${url}`)
    })
    await signIn()
    for (const [index, [path, look]] of Object.entries(pages).entries())
      await test.step(path, async () => {
        await (index === 0 ? openKit : turnTo)(page, path)
        await expectAccessibleInBoth(page, path)
        await look?.(page)
        await chooseTheme(page, 'dark')
      })
    expect(unexpected).toEqual([])
  })
}

// Rule: P-KIT-25
test("with a key the page of a marker frames Google's own map, and the policy lets it", async ({
  page,
  signIn,
  startOwnGateway,
}) => {
  const gateway = await startOwnGateway({ env: { GOOGLE_MAPS_KEY: 'AIza-a_key' } })
  const asked: URL[] = []
  // Google's answer stands in for Google: there is no key of theirs here.
  await page.route('https://www.google.com/**', (route) => {
    asked.push(new URL(route.request().url()))
    return route.fulfill({ contentType: 'text/html', body: '<p>mapa</p>' })
  })
  await signIn({ origin: gateway.url })
  await page.goto(`${gateway.url}/app/maps/google`)
  await expect(page.frameLocator('iframe[title^="Mapa: Praça da Sé"]').getByText('mapa')).toBeVisible()
  await expect(page.getByText(/^Sem chave do Google Maps/)).toHaveCount(0)
  const [frame] = asked
  expect(frame?.pathname).toBe('/maps/embed/v1/place')
  expect(frame?.searchParams.get('key')).toBe('AIza-a_key')
  expect(frame?.searchParams.get('q')).toMatch(/^-23\.\d+,-46\.\d+$/)
})

test.describe('with motion', () => {
  test.use(WITH_MOTION)

  test('a page of charts that is left while they are being drawn leaves nothing behind', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/app/profile')
    const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })
    for (const [path, name] of [
      ['charts/apex', 'Gráficos - Apex'],
      ['charts/echarts', 'Gráficos - ECharts'],
      ['charts/highcharts', 'Gráficos - Highcharts'],
    ] as const) {
      await followKit(page, path)
      await expect(heading(name)).toBeVisible()
      await followKit(page, 'profile')
      await expect(heading('Perfil')).toBeVisible()
    }
    // The console guard has the rest: a chart that goes on without its parts throws.
    await expect(page.locator('.kit-chart, .apexcharts-canvas')).toHaveCount(0)
  })
})
