<?php
// The functions of WordPress that the plugin calls, as the handbook describes them: this portal runs without WordPress and
// its database. Nobody signs in: everybody counts as signed in.

$shortcodes = $actions = $routes = $modules = [];

function add_shortcode(string $tag, callable $callback): void
{
    global $shortcodes;
    $shortcodes[$tag] = $callback;
}
function do_shortcode(string $content): string
{
    global $shortcodes;
    return preg_replace_callback('/\[(\w+)([^\]]*)\]/', function ($found) use ($shortcodes) {
        preg_match_all('/(\w+)="([^"]*)"/', $found[2], $given);
        $attributes = array_combine($given[1], $given[2]);
        return isset($shortcodes[$found[1]]) ? $shortcodes[$found[1]]($attributes) : $found[0];
    }, $content);
}
function shortcode_atts(array $defaults, $given): array
{
    return array_intersect_key((array) $given, $defaults) + $defaults;
}
function add_action(string $name, callable $callback): void
{
    global $actions;
    $actions[$name][] = $callback;
}
function do_action(string $name): void
{
    global $actions;
    array_map(fn ($callback) => $callback(), $actions[$name] ?? []);
}
function register_rest_route(string $namespace, string $route, array $options): void
{
    global $routes;
    $routes["/wp-json/$namespace$route"] = $options;
}
function rest_url(string $path): string
{
    return "/wp-json/$path";
}
function plugins_url(string $path, string $plugin): string
{
    return '/' . basename(dirname($plugin)) . "/$path";
}
function wp_enqueue_script_module(string $id, string $address): void
{
    global $modules;
    $modules[$id] = $address;
}
function wp_print_script_modules(): string
{
    global $modules;
    return implode('', array_map(fn ($address) => '<script type="module" src="' . esc_attr($address) . '"></script>', $modules));
}
function esc_attr(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}
function esc_url(string $address): string
{
    return esc_attr($address);
}
function is_user_logged_in(): bool
{
    return true;
}
function wp_create_nonce(string $action): string
{
    return hash('sha256', $action . getenv('CLIENT_SECRET'));
}
function wp_verify_nonce(string $nonce, string $action): bool
{
    return hash_equals(wp_create_nonce($action), $nonce);
}

class WP_Error
{
    public function __construct(public string $code, public string $message, public array $data) {}
}
class WP_REST_Response
{
    public function __construct(public mixed $data, public int $status = 200, public array $headers = []) {}
}
function wp_remote_post(string $address, array $options): array
{
    $headers = array_map(fn ($name, $value) => "$name: $value", array_keys($options['headers']), $options['headers']);
    $headers[] = 'Content-Type: application/x-www-form-urlencoded';
    $http = ['method' => 'POST', 'header' => $headers, 'content' => http_build_query($options['body']), 'ignore_errors' => true];
    return ['body' => (string) @file_get_contents($address, false, stream_context_create(['http' => $http]))];
}
function wp_remote_retrieve_body(array $answer): string
{
    return $answer['body'];
}
