<?php
// A page of a blog, with the plugin: what php -S asks for every address.
require __DIR__ . '/wordpress-like.php';
define('ATALAIA_GATEWAY', getenv('ATALAIA'));
define('ATALAIA_CLIENT_ID', getenv('CLIENT_ID'));
define('ATALAIA_CLIENT_SECRET', getenv('CLIENT_SECRET'));
require __DIR__ . '/atalaia/atalaia.php';

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (in_array($path, ['/atalaia/atalaia.js', '/theme.js', '/portal.css'], true)) {
    return false;
}

do_action('rest_api_init');
if (isset($routes[$path])) {
    header('Content-Type: application/json');
    $known = wp_verify_nonce($_SERVER['HTTP_X_WP_NONCE'] ?? '', 'wp_rest') && $routes[$path]['permission_callback']();
    $answer = $known ? $routes[$path]['callback']() : new WP_Error('rest_forbidden', 'Not allowed', ['status' => 401]);
    http_response_code($answer instanceof WP_Error ? $answer->data['status'] : $answer->status);
    foreach ($answer->headers ?? [] as $name => $value) {
        header("$name: $value");
    }
    echo json_encode($answer instanceof WP_Error ? $answer->message : $answer->data);
    return true;
}
if ($path !== '/') {
    http_response_code(404);
    return true;
}
header("Content-Security-Policy: default-src 'self'; script-src 'self' " . ATALAIA_GATEWAY . "; connect-src 'self' " . ATALAIA_GATEWAY . "; img-src 'self' blob: data:; require-trusted-types-for 'script'");
$content = do_shortcode('[atalaia theme="light"]');
?>
<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Blog da empresa</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/portal.css" />
    <script type="module" src="/theme.js"></script>
    <?= wp_print_script_modules() ?>
  </head>
  <body>
    <main>
      <h1>Blog da empresa</h1>
      <label><input id="painel" type="checkbox" checked /> Painel</label>
      <article><?= $content ?></article>
    </main>
  </body>
</html>
