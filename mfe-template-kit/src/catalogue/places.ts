/**
 * The page of each export of `@atalaia/ui` and `@atalaia/react`, by route id: where it is shown with its states, its
 * properties and its keys (P-KIT-34). The type of a component's properties has the place of the component.
 */
export const places = {
  'ui-alerts': ['Alert', 'AlertKind'],
  'ui-buttons': ['Button', 'IconButton', 'Menu', 'MenuItem', 'MenuChoices', 'ChartViewButton', 'ChartView'],
  'ui-card': [
    'Card',
    'EmptyState',
    'ErrorState',
    'Skeleton',
    'useLoaded',
    'Load',
    'Loaded',
    'LoadOptions',
    'useAction',
    'Action',
    'Answer',
  ],
  'ui-icons': ['Icon', 'IconName', 'iconNames', 'isIconName', 'BrandMark'],
  'ui-modal': ['Dialog'],
  'ui-nav': [
    'Link',
    'NavLink',
    'Navigate',
    'Outlet',
    'PageHeader',
    'Pagination',
    'RouteObject',
    'LoaderFunctionArgs',
    'createBrowserRouter',
    'createMemoryRouter',
    'RouterProvider',
    'ScrollRestoration',
    'isRouteErrorResponse',
    'redirect',
    'replace',
    'useLoaderData',
    'useLocation',
    'useMatches',
    'useNavigate',
    'useNavigation',
    'useRouteError',
    'useSearchParams',
  ],
  'ui-notifications': ['ToastClose', 'ToastIcon'],
  'ui-platform': [
    'RemoteModule',
    'RemoteProvider',
    'useRemoteContext',
    'useSession',
    'useUser',
    'useTheme',
    'Slot',
    'SlotProvider',
    'combineReducers',
    'configureStore',
    'createAsyncThunk',
    'createSlice',
    'Provider',
    'useDispatch',
    'useSelector',
    'PayloadAction',
    'ThunkAction',
    'UnknownAction',
    'formatNumber',
    'formatDate',
    'formatRelativeDay',
    'dayOf',
    'monthName',
    'UNKNOWN',
    'lazily',
    'OneLine',
    'VisuallyHidden',
    'themes',
    'ThemeInfo',
    'UiLanguageContext',
    'UiLanguage',
    'portugueseUi',
    'UiTextName',
    'UiTextValues',
  ],
  'ui-progress': ['BarRow'],
  'forms-elements': ['TextField'],
  grid: ['Widget', 'WidgetBoard', 'WidgetStatus'],
  'tables-basic': ['ScrollBox', 'DataTable', 'TableColumn', 'TableSort', 'CellAttributes'],
  'tables-dynamic': ['SortHeader'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type PlaceId = keyof typeof places

const isPlace = (id: string): id is PlaceId => Object.hasOwn(places, id)

/** The page of a part; `undefined` for a name that is in no page. */
export const placeOf = (name: string): PlaceId | undefined =>
  Object.keys(places)
    .filter(isPlace)
    .find((id) => places[id].some((part) => part === name))
