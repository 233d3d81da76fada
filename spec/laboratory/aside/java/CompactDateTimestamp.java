import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

public class CompactDateTimestamp {
    public static void main(String[] args) throws Exception {
        String timestamp = LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMddHHmmss"));
        String nonce = Signing.nonce(), body = Signing.job();
        String signature = Signing.sign(String.join("\n", "POST", "/v1/jobs", timestamp, nonce, body));
        Signing.post("/v1/jobs", body, Signing.header(signature, timestamp, nonce));
    }
}
