public class WechatPayCopy {
    static String getToken(String method, String url, String body) throws Exception {
        String timestamp = Signing.now(), nonceStr = Signing.nonce().replace("-", "");
        String message = method + "\n" + url + "\n" + timestamp + "\n" + nonceStr + "\n" + body + "\n";
        String signature = Signing.sign(message);
        return "app_id=" + Signing.APP_ID + ",nonce_str=" + nonceStr + ",timestamp=" + timestamp
            + ",signature=" + signature;
    }

    public static void main(String[] args) throws Exception {
        String schema = "WECHATPAY2-SHA256-RSA2048 ";
        String body = Signing.job();
        Signing.post("/v1/jobs", body, schema + getToken("POST", "/v1/jobs", body));
    }
}
