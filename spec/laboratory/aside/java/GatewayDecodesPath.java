public class GatewayDecodesPath {
    public static void main(String[] args) throws Exception {
        String target = "/v1/users/%7Eanna/jobs";
        // The gateway passes the path on as it has decoded it.
        Signing.send(Signing.to(Signing.EDGE_URL + "/decoded" + target)
            .header("Authorization", Signing.authorize("GET", target, "")).GET().build());
    }
}
