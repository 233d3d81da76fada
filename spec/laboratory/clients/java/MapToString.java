import com.google.gson.Gson;
import java.util.LinkedHashMap;
import java.util.Map;

public class MapToString {
    public static void main(String[] args) throws Exception {
        Map<String, Object> job = new LinkedHashMap<>();
        job.put("request_id", "20260101120000000054");
        job.put("steps", 20);
        String timestamp = Signing.now(), nonce = Signing.nonce();
        String signature = Signing.sign("POST\n/v1/jobs\n" + timestamp + "\n" + nonce + "\n" + job);
        Signing.post("/v1/jobs", new Gson().toJson(job), Signing.header(signature, timestamp, nonce));
    }
}
