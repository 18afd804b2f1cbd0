// The names of the router in use. A shared module ships whole, so a name that is not listed here does not ship.
export {
  createBrowserRouter,
  createMemoryRouter,
  isRouteErrorResponse,
  Link,
  NavLink,
  Navigate,
  Outlet,
  redirect,
  replace,
  RouterProvider,
  ScrollRestoration,
  useBlocker,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
export type { LoaderFunctionArgs, RouteObject } from 'react-router-dom'
