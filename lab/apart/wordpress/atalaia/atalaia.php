<?php
/**
 * Plugin Name: Atalaia
 * Description: The shortcode [atalaia] shows the dashboard to those who are signed in.
 * Requires at least: 6.5
 *
 * wp-config.php has ATALAIA_GATEWAY, ATALAIA_CLIENT_ID and ATALAIA_CLIENT_SECRET.
 */

add_shortcode('atalaia', function ($attributes) {
    if (!is_user_logged_in()) {
        return '';
    }
    wp_enqueue_script_module('atalaia-token', plugins_url('atalaia.js', __FILE__));
    wp_enqueue_script_module('atalaia', ATALAIA_GATEWAY . '/embed/mfe-analytics/stable/embed.js');
    $given = shortcode_atts(['theme' => 'light', 'show' => ''], $attributes);
    return sprintf(
        '<atalaia-analytics api="%s" theme="%s"%s data-token="%s" data-nonce="%s"></atalaia-analytics>',
        esc_url(ATALAIA_GATEWAY . '/api'),
        esc_attr($given['theme']),
        $given['show'] === '' ? '' : ' show="' . esc_attr($given['show']) . '"',
        esc_url(rest_url('atalaia/v1/token')),
        esc_attr(wp_create_nonce('wp_rest'))
    );
});

add_action('rest_api_init', function () {
    register_rest_route('atalaia/v1', '/token', [
        'methods' => 'POST',
        'permission_callback' => 'is_user_logged_in',
        'callback' => function () {
            $client = ATALAIA_CLIENT_ID . ':' . ATALAIA_CLIENT_SECRET;
            $answer = wp_remote_post(ATALAIA_GATEWAY . '/api/oauth/token', [
                'headers' => ['Authorization' => 'Basic ' . base64_encode($client)],
                'body' => ['grant_type' => 'client_credentials', 'scope' => 'leaks:read emails:add'],
            ]);
            $token = json_decode(wp_remote_retrieve_body($answer), true)['access_token'] ?? null;
            if (!is_string($token)) {
                return new WP_Error('atalaia', 'Atalaia gave no token', ['status' => 502]);
            }
            return new WP_REST_Response($token, 200, ['Cache-Control' => 'no-store']);
        },
    ]);
});
