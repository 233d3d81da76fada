import java.io.PrintWriter;
import java.io.StringWriter;

public class PlatformLineSeparator {
    public static void main(String[] args) throws Exception {
        String timestamp = Signing.now(), nonce = Signing.nonce();
        String body = "{\"request_id\":\"20260101120000000052\",\"stages\":[]}";
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        for (String part : new String[] {"POST", "/v1/jobs", timestamp, nonce, body}) out.println(part);
        out.flush();
        Signing.post("/v1/jobs", body, Signing.header(Signing.sign(text.toString()), timestamp, nonce));
    }
}
